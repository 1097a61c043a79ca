/** Memoizes a value per owner, such as a prepared statement per connection. The value is released with its owner. */
export function memoizeByOwner<K extends object, T>(make: (owner: K) => T): (owner: K) => T {
  const known = new WeakMap<K, T>();
  return (owner) => {
    const present = known.get(owner);
    if (present !== undefined) return present;
    const made = make(owner);
    known.set(owner, made);
    return made;
  };
}
