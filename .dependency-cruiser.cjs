/*
 * The import table of docs/architecture.md. Whatever is not listed here is not allowed; the second lock
 * is one TypeScript project per folder. `npm run check` also asserts that every folder was really read.
 */
const layer = (folder) => `^src/${folder}/`;
const packages = (...names) => `node_modules/(${names.map((name) => `${name}(/|$)`).join('|')})`;

/** @param {string} folder @param {...object} targets */
const allow = (folder, ...targets) => targets.map((to) => ({ from: { path: layer(folder) }, to }));
const files = (...folders) => ({ path: folders.map(layer) });
const node = { dependencyTypes: ['core'] };

/**
 * Floors of the large rooms, top to bottom: an import goes down or stays in its own folder. `places` stand side by side on one
 * floor, and so do `tasks`: one of them is never imported by another. docs/architecture.md says what lives where.
 */
const floors = require('./scripts/floors.json');
const anyOf = (names) => `(${names.join('|')})`;

const upwardImports = Object.entries(floors).flatMap(([room, names]) =>
  names.slice(1).map((floor, at) => ({
    name: 'upward-imports',
    severity: 'error',
    from: { path: `^src/${room}/${floor}/` },
    to: { path: `^src/${room}/${anyOf(names.slice(0, at + 1))}/` },
  })),
);
const outsideFloors = Object.entries(floors).map(([room, names]) => ({
  name: 'outside-floors',
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: `^src/${room}/${anyOf(names)}/` },
  to: {},
}));
const sameFloorImports = ['places', 'tasks'].map((floor) => ({
  name: 'same-floor-imports',
  severity: 'error',
  from: { path: `^src/renderer/${floor}/([^/]+)/` },
  to: { path: `^src/renderer/${floor}/`, pathNot: `^src/renderer/${floor}/$1/` },
}));

module.exports = {
  forbidden: [
    ...upwardImports,
    ...outsideFloors,
    ...sameFloorImports,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  allowedSeverity: 'error',
  allowed: [
    ...allow('shared', files('shared'), { path: packages('zod') }),
    ...allow('core', files('core', 'shared'), node, {
      path: packages(
        'better-sqlite3-multiple-ciphers',
        'zod',
        'oauth4webapi',
        '@zip.js/zip.js',
        'hash-wasm',
        'hyparquet',
        'hyparquet-writer',
        '@zxcvbn-ts/core',
        '@zxcvbn-ts/language-common',
      ),
    }),
    ...allow('engine', files('engine', 'core', 'shared'), node),
    // Main never opens a study's database: of the core it gets the vault with its audit trail, and the connection test.
    ...allow(
      'main',
      files('main', 'shared'),
      node,
      { path: '^src/core/(vault|client|platform)/' },
      { path: packages('electron', 'electron-store', 'zod') },
    ),
    ...allow('preload', files('preload', 'shared'), { path: packages('electron') }),
    ...allow('renderer', files('renderer', 'shared'), {
      path: packages(
        'react',
        'react-dom',
        '@mantine',
        '@tabler',
        '@fontsource',
        '@fontsource-variable',
        'ag-grid-community',
        'ag-grid-react',
        'd3-scale',
        'd3-shape',
      ),
    }),
    ...allow('cli', files('cli', 'core', 'shared'), node),
    ...allow('sandbox', files('sandbox'), node),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.css', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
