import type { DatasetName } from './data/datasets.ts';

/** Path segment of each resource type (spec 4). */
export type Resource = 'MedicationStatement' | 'Observation' | 'DiagnosticReport' | 'Group';

/** Where a path leads. */
export type Route =
  { readonly kind: 'token' } | { readonly kind: 'data'; readonly resource: Resource } | { readonly kind: 'control'; readonly name: string };

const TOKEN_PATH = '/svc-apim/external/svc-oidc/oauth2/token';
export const DATA_PATH = '/svc-apim/external/v2/crit/svc/api/';
/** Control of the sandbox itself, outside the partner interface; it needs no token and is never struck by a fault. */
export const CONTROL_PATH = '/sandbox/';

const RESOURCES: readonly Resource[] = ['MedicationStatement', 'Observation', 'DiagnosticReport', 'Group'];

/** Finds the endpoint of a path; resource names are taken in both letter cases (spec 4.2). `null` is a 404. */
export function route(path: string): Route | null {
  if (path === TOKEN_PATH) return { kind: 'token' };
  if (path.startsWith(CONTROL_PATH)) return { kind: 'control', name: path.slice(CONTROL_PATH.length) };
  if (!path.startsWith(DATA_PATH)) return null;
  const name = path.slice(DATA_PATH.length);
  const resource = RESOURCES.find(
    (one) => one === name || one.charAt(0).toLowerCase() + one.slice(1) === name || one.toLowerCase() === name,
  );
  return resource === undefined ? null : { kind: 'data', resource };
}

/** The dataset of a resource and a category; `null` where the required category is missing or unknown (spec 4.1). */
export function datasetOf(resource: Resource, category: string | null): DatasetName | null {
  switch (resource) {
    case 'MedicationStatement':
      return 'medications';
    case 'DiagnosticReport':
      return 'responses';
    case 'Group':
      return 'subjects';
    case 'Observation':
      if (category === 'laboratory') return 'labs';
      return category === 'vital-signs' ? 'vitals' : null;
  }
}
