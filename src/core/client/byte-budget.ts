/** 64 MiB of decoded bytes over all pages in flight (faults F23, F24). */
export const inFlightBytes = 64 * 1024 * 1024;

/** Counts the decoded bytes held at one time by all answers of one service client. */
export interface ByteBudget {
  readonly limit: number;
  /** Reserves `bytes`. Returns false and reserves nothing if that would exceed the limit. */
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

/** Bytes for pages in parallel. The other half is for what was read of them and waits to be stored. */
const besideBytes = inFlightBytes / 2;

/** Most requests in flight. If the network is lost, no more than these are lost. */
export const mostRequests = 4;
/** Two more pages are read and stored while those are in flight. A killed run loses no more than these. */
const mostUnstaged = mostRequests + 2;

/** How many pages may be requested and not yet durable, so that even pages as large as the largest seen fit the budget. */
export function pageAllowance(largestPage: number): number {
  return Math.min(mostUnstaged, Math.max(1, Math.floor(besideBytes / Math.max(1, largestPage))));
}
