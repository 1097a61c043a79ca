/** Systems on which Electron can ask that a window is left out of screen captures; it has no such call on Linux. */
const systems: ReadonlySet<NodeJS.Platform> = new Set(['darwin', 'win32']);

export function canHideFromCapture(platform: NodeJS.Platform): boolean {
  return systems.has(platform);
}

/**
 * What to tell a window; null: nothing, the system has no such thing. A recorder that does not ask the system
 * (on macOS one that uses ScreenCaptureKit) shows the window all the same.
 */
export function contentProtection(platform: NodeJS.Platform, hide: boolean): boolean | null {
  return canHideFromCapture(platform) ? hide : null;
}
