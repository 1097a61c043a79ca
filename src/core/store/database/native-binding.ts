const variable = 'CARREL_NATIVE_BINDING';

/**
 * Options for the database library: the compiled binding named by an environment variable, if set (for a runtime that the library has no
 * binding for).
 */
export function nativeBinding(): { readonly nativeBinding?: string } {
  const path = process.env[variable];
  return path === undefined || path === '' ? {} : { nativeBinding: path };
}

/** The environment for a thread that opens databases; it needs nothing else of this process's environment. */
export function bindingEnvironment(): Readonly<Record<string, string>> {
  const path = process.env[variable];
  return path === undefined ? {} : { [variable]: path };
}
