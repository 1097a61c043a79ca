const TrueDate = Date;

/** The clock of this process, which can be put forward: what Carrel works out from the time of day then follows it. */
export interface ShiftedClock {
  forward(seconds: number): void;
  /** The true time again. */
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
