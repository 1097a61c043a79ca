/**
 * Tracks a token that replaced a refused one until the service accepts it. If it is refused too, the refusal concerns what was requested,
 * and another token would also be refused. So no further token is requested, however many studies are refused one after the other.
 */
export interface DoubtedToken {
  /** Records that this token replaced a refused one. */
  doubt(token: string): void;
  /** Records that the service answered a request with this token. */
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
