const variable = 'CARREL_NATIVE_BINDING';

/**
 * Options of the database library: the compiled binding of an environment variable where one is set
 * (a runtime for which the library has none), nothing otherwise.
 */
export function nativeBinding(): { readonly nativeBinding?: string } {
  const path = process.env[variable];
  return path === undefined || path === '' ? {} : { nativeBinding: path };
}

/** The environment of a thread that opens databases, and needs nothing else of this process's. */
export function bindingEnvironment(): Readonly<Record<string, string>> {
  const path = process.env[variable];
  return path === undefined ? {} : { [variable]: path };
}
