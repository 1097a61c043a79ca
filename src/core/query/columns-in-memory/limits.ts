/** With fewer rows, only SQLite is asked. `mostBytes`: limit for everything cached together. */
export const usualLimits = { fewestRows: 30_000, mostBytes: 300 * 1024 * 1024 } as const;
