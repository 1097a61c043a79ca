/** Systems on which Electron can exclude a window from screen captures. There is no such call on Linux. */
const systems: ReadonlySet<NodeJS.Platform> = new Set(['darwin', 'win32']);

export function canHideFromCapture(platform: NodeJS.Platform): boolean {
  return systems.has(platform);
}

/**
 * Returns the argument for `setContentProtection`, or null if the system does not support it. A recorder that does not respect
 * the setting (on macOS one that uses ScreenCaptureKit) still shows the window.
 */
export function contentProtection(platform: NodeJS.Platform, hide: boolean): boolean | null {
  return canHideFromCapture(platform) ? hide : null;
}
