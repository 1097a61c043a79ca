import type { PlainFile } from './plain-file.ts';
import { attribute, StrangeXml } from './xml-text.ts';
import { xmlScanner, type XmlListener } from './xml-scan.ts';
import { limited } from './workbook-bounds.ts';
import { memberBytes, type ZipMember } from './zip-directory.ts';

export type Members = ReadonlyMap<string, ZipMember>;
export type Bytes = Pick<PlainFile, 'size' | 'read'>;

/** Where the tables of a workbook are. */
export interface Workbook {
  /** The names of all its sheets, with the member of each; null for other sheets than tables, such as charts. */
  readonly sheets: ReadonlyMap<string, ZipMember | null>;
  /** The texts that cells refer to by number; null: cells contain their texts. */
  readonly sharedTexts: ZipMember | null;
}

/** Most bytes of the parts that list the sheets. */
const mostPartBytes = 1024 * 1024;
const mainPart = 'xl/workbook.xml';

/** Follows the package to its workbook and sheets as a spreadsheet program does, so that both read the same. Throws StrangeXml. */
export async function readWorkbook(file: Bytes, members: Members): Promise<Workbook> {
  const [main, ...others] = ofType(await readRelations(file, members, '_rels/.rels', ''), 'officeDocument');
  if (main?.target !== mainPart || others.length > 0) throw new StrangeXml('Its workbook part is not in the usual place.');
  const relations = await readRelations(file, members, 'xl/_rels/workbook.xml.rels', 'xl/');
  const member = ({ target }: Relation): ZipMember => {
    const found = members.get(target ?? '');
    if (found === undefined) throw new StrangeXml('A part is not in the usual place.');
    return found;
  };
  const sheets = new Map<string, ZipMember | null>();
  const seen = new Set<string>();
  await scanPart(file, members, mainPart, (element, attributes, within) => {
    if ((element === 'workbook' && within !== '') || (element === 'sheets' && within !== 'workbook'))
      throw new StrangeXml('Its list of sheets is misplaced.');
    if (element !== 'sheet') return;
    const name = attribute(attributes, 'name');
    const relation = relations.get(attribute(attributes, 'r:id') ?? '');
    if (within !== 'sheets' || name === null || relation === undefined || seen.has(name.toLowerCase()))
      throw new StrangeXml('Its list of sheets is ambiguous.');
    seen.add(name.toLowerCase());
    sheets.set(name, relation.type === 'worksheet' ? member(relation) : null);
  });
  const [shared, ...more] = ofType(relations, 'sharedStrings');
  if (more.length > 0) throw new StrangeXml('Its texts are in two places.');
  return { sheets, sharedTexts: shared === undefined ? null : member(shared) };
}

interface Relation {
  /** The last segment of its type. */
  readonly type: string;
  /** Name of a member; null if it is external or has an unusual name. */
  readonly target: string | null;
}

/** Relations by id. `folder`: of the part that they belong to. */
async function readRelations(file: Bytes, members: Members, path: string, folder: string): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  await scanPart(file, members, path, (element, attributes, within) => {
    if (element !== 'Relationship') return;
    const [id, type, target, mode] = ['Id', 'Type', 'Target', 'TargetMode'].map((name) => attribute(attributes, name));
    if (within !== 'Relationships' || typeof id !== 'string' || typeof type !== 'string' || typeof target !== 'string' || relations.has(id))
      throw new StrangeXml('Its relationships are ambiguous.');
    const isHere = (mode ?? 'Internal') === 'Internal' && /^\/?\w[\w -]*(\.\w+)*(\/\w[\w -]*(\.\w+)*)*$/.test(target);
    const place = target.startsWith('/') ? target.slice(1) : folder + target;
    relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: isHere ? place : null });
  });
  return relations;
}

function ofType(relations: ReadonlyMap<string, Relation>, wanted: string): readonly Relation[] {
  return [...relations.values()].filter(({ type }) => type === wanted);
}

/** Scans a part that lists sheets or relations. */
async function scanPart(file: Bytes, members: Members, path: string, open: XmlListener['open']): Promise<void> {
  const member = members.get(path);
  if (member === undefined) throw new StrangeXml('A part is missing.');
  await scanMember(
    file,
    member,
    { open, text: () => undefined, close: () => undefined },
    limited(mostPartBytes, () => undefined),
  );
}

/** Scans a member of any size while it is unpacked. `onBytes` may throw to stop. Throws StrangeXml. */
export async function scanMember(file: Bytes, member: ZipMember, listener: XmlListener, onBytes: (bytes: number) => void): Promise<void> {
  const scanner = xmlScanner(listener);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of memberBytes(file, member)) {
    onBytes(bytes.length);
    scanner.push(decoder.decode(bytes, { stream: true }));
  }
  scanner.push(decoder.decode());
  scanner.end();
}
