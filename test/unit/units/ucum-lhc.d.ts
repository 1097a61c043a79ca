/** The part of the library that the tests use; it comes without types. */
declare module '@lhncbc/ucum-lhc' {
  interface Library {
    getSpecifiedUnit(code: string, what: 'validate'): { readonly unit: object | null };
    validateUnitString(code: string): { readonly status: 'valid' | 'invalid' | 'error' };
    convertUnitTo(
      from: string,
      value: number,
      to: string,
      options?: { readonly molecularWeight?: number },
    ): { readonly status: 'succeeded' | 'failed' | 'error'; readonly toVal: number | null };
  }
  export const UcumLhcUtils: { getInstance(): Library };
}
