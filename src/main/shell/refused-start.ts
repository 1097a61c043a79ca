import { AppError } from '../../shared/errors.ts';
import type { BuiltAs } from '../platform/built-as.ts';

/**
 * Harmless switches: Carrel's own, and those of Chromium that control how a window is drawn or read aloud. Chromium has about a thousand
 * more, which differ by version; any switch not listed here is refused.
 */
export const knownSwitches: ReadonlySet<string> = new Set([
  'command-line',
  'data-dir',
  'demo-service',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'enable-wayland-ime',
  'force-color-profile',
  'force-device-scale-factor',
  'force-renderer-accessibility',
  'gtk-version',
  'high-dpi-support',
  'ignore-gpu-blocklist',
  'lang',
  'log-level',
  'ozone-platform',
  'ozone-platform-hint',
  'use-angle',
  'use-gl',
  'wayland-text-input-version',
]);

/** Switches that only the test program accepts: the debuggers through which tests drive it. */
export const admittedForTests: ReadonlySet<string> = new Set(['inspect', 'remote-debugging-port']);

/**
 * Variables that control the runtime, Chromium and Node; any of them that is not known is refused. `UV_` alone would also match the
 * variables of another program, which many people who work with Python have set.
 */
const watchedVariables =
  /^(?:ELECTRON_|NODE_|CHROME_|SSLKEYLOGFILE$|UV_(?:THREADPOOL_SIZE|USE_IO_URING)$|V8_|LD_PRELOAD$|LD_AUDIT$|DYLD_INSERT_LIBRARIES$)/i;

/** Watched variables that are harmless, or that an installed Carrel does not read. */
export const knownVariables: ReadonlySet<string> = new Set([
  // Set by desktops, by terminals within other Electron programs, and by images with Node in them.
  'CHROME_DESKTOP',
  'CHROME_REMOTE_DESKTOP_DEFAULT_DESKTOP_SIZES',
  'CHROME_REMOTE_DESKTOP_SESSION',
  'CHROME_VERSION_EXTRA',
  'CHROME_WRAPPER',
  'ELECTRON_FORCE_WINDOW_MENU_BAR',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'ELECTRON_OZONE_PLATFORM_HINT',
  'ELECTRON_TRASH',
  'NODE_DISABLE_COLORS',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NODE_HOME',
  'NODE_NO_WARNINGS',
  'NODE_PATH',
  'NODE_PENDING_DEPRECATION',
  'NODE_REPL_HISTORY',
  'NODE_VERSION',
  // Read only by developer tools; shell profiles set them for every program.
  'CHROME_BIN',
  'CHROME_EXECUTABLE',
  'CHROME_PATH',
  'ELECTRON_BUILDER_BINARIES_MIRROR',
  'ELECTRON_CACHE',
  'ELECTRON_IS_DEV',
  'ELECTRON_MIRROR',
  'ELECTRON_SKIP_BINARY_DOWNLOAD',
  'NODE_AUTH_TOKEN',
  'NODE_BINARY',
  'NODE_MIRROR',
  // The system's trust store and the environment's proxy: the service client handles both by its own rules (trust.ts, proxy-agent.ts).
  'NODE_USE_ENV_PROXY',
  'NODE_USE_SYSTEM_CA',
  // Disabled by fuses: an installed Carrel does not run as Node and ignores Node options.
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
]);

/** The USAGE error of a start that is refused because of a switch or a variable. */
export class RefusedStart extends AppError {
  /** False for a switch, which only programs and terminals pass. A variable may be set for a whole desktop session. */
  readonly isByClick: boolean;

  constructor(found: string) {
    super('USAGE', `Carrel does not start with ${found}, because it could expose patient data to other programs. Start Carrel without it.`);
    this.isByClick = !found.startsWith('--');
  }
}

/** Returns the first switch or variable that is not known to be harmless, or null. Arguments after `--` are not switches. */
export function findRefused(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  kind: BuiltAs['kind'],
  platform: NodeJS.Platform = process.platform,
): string | null {
  const end = args.indexOf('--');
  const switches = (end < 0 ? args : args.slice(0, end)).map((argument) => switchName(argument, platform)).filter((name) => name !== null);
  const found = switches.find((name) => !knownSwitches.has(name) && !(kind === 'test' && admittedForTests.has(name)));
  if (found !== undefined) return `--${found}`;
  const set = Object.keys(env).filter((name) => env[name] !== undefined);
  return set.find((name) => watchedVariables.test(name) && !knownVariables.has(name.toUpperCase())) ?? null;
}

/** Chromium accepts one or two dashes, on Windows also a slash and any letter case, and ignores leading white space. */
function switchName(argument: string, platform: NodeJS.Platform): string | null {
  const pattern = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/;
  return pattern.exec(argument.trim())?.[1]?.toLowerCase() ?? null;
}
