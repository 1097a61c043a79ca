import { createCipheriv } from 'node:crypto';

export const study = '22-001';
const MIB = 1024 * 1024;
/** Bytes and values of a page just within the limits. */
export const mostBytes = 64 * MIB - 4096;
export const mostValues = 999_900;
/** Values in a laboratory result, including its entry. */
export const labValues = 47;

const paths = { labs: 'observation', subjects: 'Group' } as const;
export type Searched = keyof typeof paths;

export interface PageHead {
  readonly dataset: Searched;
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** A page with these entries, of any size; `more`: further fields of the Bundle. */
export function bundle(head: PageHead, entries: Iterable<string>, more = ''): Buffer {
  const chunks: Buffer[] = [Buffer.from(`${headText(head)}${more},"entry":[`)];
  let part = '';
  for (const entry of entries) {
    part += part === '' && chunks.length === 1 ? entry : `,${entry}`;
    if (part.length < MIB) continue;
    chunks.push(Buffer.from(part));
    part = '';
  }
  chunks.push(Buffer.from(`${part}]}`));
  return Buffer.concat(chunks);
}

export function headText({ dataset, page, pages, total }: PageHead): string {
  const category = dataset === 'labs' ? '&category=laboratory' : '';
  const link = (relation: string, to: number): string =>
    `{"relation":"${relation}","url":"https://h/svc-apim/external/v2/crit/svc/api/${paths[dataset]}?researchstudy=${study}${category}&page=${String(to)}"}`;
  const links = [link('last', pages), ...(page < pages ? [link('next', page + 1)] : [])];
  return `{"resourceType":"Bundle","type":"searchset","identifier":{"value":"${study}"},"total":${String(total)},"link":[${links.join(',')}]`;
}

/** As many records as fit within the limits (or `most`), each made from its number. */
export function fill(
  record: (n: number) => string,
  room: { readonly bytes?: number; readonly values?: number; readonly each: number; readonly most?: number },
): string[] {
  const entries: string[] = [];
  let bytes = 0;
  const fits = Math.min(room.most ?? Infinity, Math.floor((room.values ?? mostValues) / room.each));
  while (entries.length < fits) {
    const text = `{"resource":${record(entries.length)}}`;
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > (room.bytes ?? mostBytes)) break;
    entries.push(text);
  }
  return entries;
}

/** A laboratory result as the interface describes it, about 1,700 bytes; `more`: further fields. */
export function lab(id: string, more = '', value = '24.5'): string {
  const structure = 'https://research.example/fhir/StructureDefinition/crit';
  const extension = (fragment: string, text: string): string => `{"url":"${structure}#${fragment}","valueString":"${text}"}`;
  return (
    `{"resourceType":"Observation","id":"${id}","extension":[${extension('IDB.Protocol', study)},${extension('SponsorID', 'SP-1')},${extension('Visit', 'Cycle 3')}],` +
    `"identifier":[{"system":"${structure}#LAB_RESULTS.LR_RESULT_GUID","value":"${id}"}],"status":"final",` +
    `"category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"laboratory","display":"Laboratory"}],"text":"Laboratory"}],` +
    `"code":{"coding":[{"system":"${structure}#LAB_TEST","code":"ALT-${id.slice(-2)}","display":"Alanine aminotransferase"}],"text":"ALT"},` +
    `"subject":{"reference":"Patient/${id.slice(-4)}"},"effectiveDateTime":"2025-09-03T10:${id.slice(-2)}:00","issued":"2025-09-03T10:${id.slice(-2)}:00+02:00",` +
    `"performer":[{"display":"Central laboratory"}],"valueQuantity":{"value":${value},"unit":"U/L"},"referenceRange":[{"text":"10-40"}]${more}}`
  );
}

/** Record numbers as texts of equal length. */
export function idOf(n: number): string {
  return String(n).padStart(10, '0');
}

/** An incompressible text of letters, digits, `-` and `_`. */
export function noise(length: number, seed: number): string {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed % 251), Buffer.alloc(16, seed >> 8));
  return cipher
    .update(Buffer.alloc(Math.ceil((length * 3) / 4)))
    .toString('base64url')
    .slice(0, length);
}
