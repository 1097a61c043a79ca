import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import { isLoopback } from './base-url.ts';

/** Resolves all addresses of a name; tests replace the system's look-up. */
export type Resolver = (name: string, answer: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

const system: Resolver = (name, answer) => systemLookup(name, { all: true }, answer);

/**
 * Returns the look-up for the host of an address. A name of this computer is accepted only at 127.0.0.0/8 and ::1, whatever the hosts file
 * or a name server says, because plain http and demo data rely on it. SECURITY if it has no such address.
 */
export function lookupOf(url: URL, resolve: Resolver = system): { readonly lookup?: LookupFunction } {
  return isLoopback(url) ? { lookup: lookupHere(resolve) } : {};
}

function lookupHere(resolve: Resolver): LookupFunction {
  return (name, { all }, answer) => {
    resolve(name, (error, addresses) => {
      const here = addresses.filter(({ address }) => isAddressHere(address));
      const [first] = here;
      if (error !== null) answer(error, [], 0);
      else if (first === undefined) answer(leadsElsewhere(name), [], 0);
      else if (all === true) answer(null, here);
      else answer(null, first.address, first.family);
    });
  };
}

function isAddressHere(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

function leadsElsewhere(name: string): AppError {
  return new AppError(
    'SECURITY',
    `The name ${name} does not resolve to this computer. Nothing was sent. Use 127.0.0.1 instead, and ask your IT support why.`,
  );
}
