const TrueDate = Date;

/** This process's clock, which can be put forward: whatever Carrel derives from the time of day follows it. */
export interface ShiftedClock {
  forward(seconds: number): void;
  /** Restores the true time. */
  restore(): void;
}

export function shiftClock(): ShiftedClock {
  let ahead = 0;
  class ShiftedDate extends TrueDate {
    constructor(...parts: [] | [number | string | Date]) {
      super(...((parts.length === 0 ? [ShiftedDate.now()] : parts) as [number]));
    }
    static override now(): number {
      return TrueDate.now() + ahead;
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
  return {
    forward: (seconds) => {
      ahead += seconds * 1000;
    },
    restore: () => {
      globalThis.Date = TrueDate;
    },
  };
}
