/** What is made once for each owner, such as a statement of a connection that every page needs, and goes with it. */
export function memoizeByOwner<K extends object, T>(make: (owner: K) => T): (owner: K) => T {
  const kept = new WeakMap<K, T>();
  return (owner) => {
    const present = kept.get(owner);
    if (present !== undefined) return present;
    const made = make(owner);
    kept.set(owner, made);
    return made;
  };
}
