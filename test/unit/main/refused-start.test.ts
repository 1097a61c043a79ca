import { describe, expect, test } from 'vitest';
import { admittedForTests, findRefused, knownSwitches, knownVariables, RefusedStart } from '../../../src/main/shell/refused-start.ts';

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => findRefused(args, env, 'release', 'linux');

/** Each switch that is admitted, and what for. Adding or removing one fails here, so that it is a decision. */
const switches: Readonly<Record<string, string>> = {
  'command-line': 'the launcher of the command line',
  'data-dir': 'where the vault lies',
  'demo-service': 'the built-in service with synthetic studies',
  'disable-gpu': 'a graphics driver that fails',
  'disable-gpu-compositing': 'a graphics driver that fails',
  'disable-software-rasterizer': 'a graphics driver that fails',
  'enable-wayland-ime': 'typing in other scripts',
  'force-color-profile': 'screens of known colours',
  'force-device-scale-factor': 'large and small screens',
  'force-renderer-accessibility': 'screen readers',
  'gtk-version': 'desktops',
  'high-dpi-support': 'large screens',
  'ignore-gpu-blocklist': 'a graphics driver that is refused',
  lang: 'language of the system’s own menus',
  'log-level': 'the launcher of the command line',
  'ozone-platform': 'X11, Wayland, or none',
  'ozone-platform-hint': 'X11 or Wayland',
  'use-angle': 'a graphics driver that fails',
  'use-gl': 'a graphics driver that fails',
  'wayland-text-input-version': 'typing in other scripts',
};

const variables = [
  'CHROME_BIN',
  'CHROME_DESKTOP',
  'CHROME_EXECUTABLE',
  'CHROME_PATH',
  'CHROME_REMOTE_DESKTOP_DEFAULT_DESKTOP_SIZES',
  'CHROME_REMOTE_DESKTOP_SESSION',
  'CHROME_VERSION_EXTRA',
  'CHROME_WRAPPER',
  'ELECTRON_BUILDER_BINARIES_MIRROR',
  'ELECTRON_CACHE',
  'ELECTRON_FORCE_WINDOW_MENU_BAR',
  'ELECTRON_IS_DEV',
  'ELECTRON_MIRROR',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'ELECTRON_OZONE_PLATFORM_HINT',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_SKIP_BINARY_DOWNLOAD',
  'ELECTRON_TRASH',
  'NODE_AUTH_TOKEN',
  'NODE_BINARY',
  'NODE_DISABLE_COLORS',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NODE_HOME',
  'NODE_MIRROR',
  'NODE_NO_WARNINGS',
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_PENDING_DEPRECATION',
  'NODE_REPL_HISTORY',
  'NODE_USE_ENV_PROXY',
  'NODE_USE_SYSTEM_CA',
  'NODE_VERSION',
];

describe('a start that is refused', () => {
  test.each([
    ...['no-sandbox', 'disable-gpu-sandbox', 'disable-seccomp-filter-sandbox', 'disable-namespace-sandbox', 'allow-sandbox-debugging'],
    ...['single-process', 'in-process-gpu', 'no-zygote', 'gpu-launcher', 'renderer-cmd-prefix', 'utility-cmd-prefix'],
    ...['disable-web-security', 'disable-site-isolation-trials', 'allow-running-insecure-content', 'allow-file-access-from-files'],
    ...['unsafely-treat-insecure-origin-as-secure', 'ignore-certificate-errors', 'ignore-certificate-errors-spki-list'],
    ...['host-rules', 'host-resolver-rules', 'proxy-server', 'proxy-pac-url', 'password-store', 'enable-plaintext-keyring'],
    ...['use-mock-keychain', 'load-extension', 'disable-extensions-except', 'auto-open-devtools-for-tabs', 'js-flags', 'user-data-dir'],
    ...['log-net-log', 'net-log-capture-mode', 'ssl-key-log-file', 'enable-logging', 'log-file', 'trace-startup', 'trace-startup-file'],
    ...['enable-crash-reporter', 'crash-dumps-dir', 'enable-blink-features', 'enable-features', 'disable-features', 'enable-automation'],
    ...['require', 'import', 'inspect', 'inspect-brk', 'inspect-brk-node', 'debug-port', 'remote-debugging-port', 'remote-debugging-pipe'],
    ...['remote-allow-origins', 'disable-dev-shm-usage', 'a-switch-of-a-later-chromium', 'data-dirs', 'toString'],
  ])('one with --%s, wherever it stands', (name) => {
    for (const given of [`--${name}`, `-${name}`, `--${name}=x`, ` --${name.toUpperCase()}`]) {
      expect(start([given])).toBe(`--${name.toLowerCase()}`);
      expect(start(['--data-dir=x', 'file', given, '--lang=de'])).toBe(`--${name.toLowerCase()}`);
    }
    expect(findRefused([`/${name}`], {}, 'release', 'win32')).toBe(`--${name.toLowerCase()}`);
  });

  test.each([
    ...[
      'SSLKEYLOGFILE',
      'ELECTRON_LOG_ASAR_READS',
      'ELECTRON_ENABLE_LOGGING',
      'ELECTRON_LOG_FILE',
      'CHROME_LOG_FILE',
      'CHROME_DEVEL_SANDBOX',
    ],
    ...[
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'NODE_DEBUG',
      'NODE_DEBUG_NATIVE',
      'NODE_V8_COVERAGE',
      'NODE_ICU_DATA',
      'ELECTRON_OVERRIDE_DIST_PATH',
    ],
    ...['LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'ELECTRON_ANOTHER', 'node_debug'],
    ...['UV_THREADPOOL_SIZE', 'UV_USE_IO_URING', 'V8_ANOTHER', 'CHROME_HEADLESS', 'NODE_COMPILE_CACHE', 'NODE_REDIRECT_WARNINGS'],
  ])('one with %s in the environment', (name) => {
    expect(start([], { PATH: '/bin', [name]: '' })).toBe(name);
  });
});

test.each([
  ['--inspect', false],
  ['NODE_DEBUG', true],
])('a start that is refused for %s may come from a click: %s', (found, isByClick) => {
  const refused = new RefusedStart(found);
  expect([refused.code, refused.isByClick]).toEqual(['USAGE', isByClick]);
  expect(refused.message).toContain(`does not start with ${found},`);
});

describe('a start that is admitted', () => {
  test.each(Object.entries(switches))('one with --%s, for %s', (name) => {
    expect(start([`--${name}`, `--${name}=x`])).toBeNull();
  });

  test.each(variables)('one with %s in the environment', (name) => {
    expect(start([], { [name]: 'x' })).toBeNull();
  });

  test.each(['UV_CACHE_DIR', 'UV_INDEX_URL', 'UV_PYTHON', 'UV_', 'CHROMEDRIVER', 'NODENV_ROOT'])(
    'one with %s, which belongs to another program',
    (name) => {
      expect(start([], { [name]: 'x' })).toBeNull();
    },
  );

  test.each([
    [[]],
    [['--data-dir', '/home/inspect/no-sandbox']],
    [['--command-line', '--', '--inspect', '--no-sandbox']],
    [['--ozone-platform=wayland', '--force-device-scale-factor=2', '--disable-gpu']],
  ])('%j', (args) => {
    expect(start(args, { PATH: '/bin', HOME: '/root', LANG: 'de', CARREL_DATA_DIR: '/x' })).toBeNull();
  });

  test('of the test program may have a debugger, and nothing else', () => {
    expect([...admittedForTests]).toEqual(['inspect', 'remote-debugging-port']);
    expect(findRefused(['--inspect=0', '--remote-debugging-port=0'], {}, 'test')).toBeNull();
    expect(findRefused(['--inspect-brk=0'], {}, 'test')).toBe('--inspect-brk');
    expect(findRefused(['--no-sandbox'], {}, 'test')).toBe('--no-sandbox');
  });

  test('no other switch or variable is admitted', () => {
    expect([...knownSwitches].sort()).toEqual(Object.keys(switches).sort());
    expect([...knownVariables].sort()).toEqual(variables.sort());
  });
});
