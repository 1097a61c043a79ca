// The runtime says from here on that it is the declared one.
const { devDependencies } = require('../../../package.json');

Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: devDependencies.electron } });
