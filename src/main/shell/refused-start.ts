import type { BuiltAs } from '../platform/built-as.ts';

/** Switches that would open the window, its traffic or its memory to others, or write it down. */
const refusedSwitches: ReadonlySet<string> = new Set([
  'no-sandbox',
  'disable-gpu-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-namespace-sandbox',
  'allow-sandbox-debugging',
  'single-process',
  'in-process-gpu',
  'no-zygote',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'allow-file-access-from-files',
  'unsafely-treat-insecure-origin-as-secure',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ignore-urlfetcher-cert-requests',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'password-store',
  'enable-plaintext-keyring',
  'use-mock-keychain',
  'load-extension',
  'disable-extensions-except',
  'auto-open-devtools-for-tabs',
  'js-flags',
  'user-data-dir',
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
  'enable-logging',
  'log-file',
  'trace-startup',
  'trace-startup-file',
  'enable-crash-reporter',
  'crash-dumps-dir',
  'enable-blink-features',
  'enable-automation',
  'require',
  'import',
]);
/** Families of switches: whatever begins so. */
const refusedFamilies = ['inspect', 'debug', 'remote-debugging', 'remote-allow'] as const;
/** What the test program admits beyond a release: a debugger, through which the tests drive it. */
const admittedForTests: ReadonlySet<string> = new Set(['inspect', 'remote-debugging-port']);

const refusedVariables = [
  'SSLKEYLOGFILE',
  'ELECTRON_LOG_ASAR_READS',
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  'CHROME_LOG_FILE',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_V8_COVERAGE',
] as const;

/** The first dangerous switch or variable of a start of an installed program, or null. Behind `--` stand no switches. */
export function findRefused(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  kind: BuiltAs['kind'],
): string | null {
  const end = args.indexOf('--');
  const switches = (end < 0 ? args : args.slice(0, end)).map(switchName).filter((name) => name !== null);
  const found = switches.find((name) => isRefused(name) && !(kind === 'test' && admittedForTests.has(name)));
  if (found !== undefined) return `--${found}`;
  return refusedVariables.find((name) => env[name] !== undefined) ?? null;
}

function isRefused(name: string): boolean {
  return refusedSwitches.has(name) || refusedFamilies.some((family) => name.startsWith(family));
}

/** Chromium takes one dash and two, on Windows a slash, and there any letter case; white space before it does not count. */
function switchName(argument: string): string | null {
  return /^(?:--?|\/)([^=]+)/.exec(argument.trim())?.[1]?.toLowerCase() ?? null;
}
