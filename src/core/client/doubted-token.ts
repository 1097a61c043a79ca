/**
 * Of which token it is not known that the service accepts it at all: the one that took the place of a refused one, until an answer comes
 * of it. A refusal of such a token tells of what was asked for, and another token would be refused as well: none is asked for, however
 * many studies are refused one after the other.
 */
export interface DoubtedToken {
  /** This one took the place of another that was refused. */
  doubt(token: string): void;
  /** The service answered a request with it. */
  trust(token: string): void;
  isDoubted(token: string): boolean;
}

export function createDoubtedToken(): DoubtedToken {
  let doubted: string | null = null;
  return {
    doubt: (token) => {
      doubted = token;
    },
    trust: (token) => {
      if (token === doubted) doubted = null;
    },
    isDoubted: (token) => token === doubted,
  };
}
