/**
 * Options of the database library: the compiled binding of an environment variable where one is set
 * (a runtime for which the library has none), nothing otherwise.
 */
export function nativeBinding(): { readonly nativeBinding?: string } {
  const path = process.env['CARREL_NATIVE_BINDING'];
  return path === undefined || path === '' ? {} : { nativeBinding: path };
}
