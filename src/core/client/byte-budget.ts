/** 64 MiB of decoded bytes over all pages in flight (faults F23, F24). */
export const inFlightBytes = 64 * 1024 * 1024;

/** Counts decoded bytes that are held at one moment by all answers of one service client. */
export interface ByteBudget {
  readonly limit: number;
  /** Takes `bytes`; false, and takes nothing, where that would pass the limit. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createByteBudget(limit: number = inFlightBytes): ByteBudget {
  let used = 0;
  return {
    limit,
    take: (bytes) => {
      if (used + bytes > limit) return false;
      used += bytes;
      return true;
    },
    give: (bytes) => {
      used -= bytes;
    },
  };
}

/** Bytes of pages side by side: as much again is what was read of them and waits to be stored. */
const besideBytes = inFlightBytes / 2;

/** Pages that are asked for and have not come: the requests side by side. A network that is lost costs no more than these. */
export const mostRequests = 4;
/** Two more are read and stored while those are on their way; a run that is killed loses no more than these. */
const mostUnstaged = mostRequests + 2;

/** How many pages may be asked for and not yet be durable, so that even pages as large as the largest seen fit the budget. */
export function pageAllowance(largestPage: number): number {
  return Math.min(mostUnstaged, Math.max(1, Math.floor(besideBytes / Math.max(1, largestPage))));
}
