// From here on the runtime poses as the declared one.
const { devDependencies } = require('../../../package.json');

Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: devDependencies.electron } });
