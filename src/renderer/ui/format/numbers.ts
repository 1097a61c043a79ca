const counts = new Intl.NumberFormat('en-US');

/** 48210 → "48,210". */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** "1 row", "1,234 rows". */
export function formatCountOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Bytes on disk: "148 MB"; decimal units, as file managers show them. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return formatCountOf(bytes, 'byte');
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value).toString()} ${units[unit] ?? 'TB'}`;
}

/** Seconds still to go, as a person would say it: "about 40 s left". */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 90) return `about ${String(Math.ceil(seconds / 5) * 5)} s left`;
  return `about ${String(Math.round(seconds / 60))} min left`;
}
