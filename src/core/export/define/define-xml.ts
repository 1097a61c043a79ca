import type { Made } from '../../../shared/engine-protocol.ts';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import type { SasFormat } from '../xpt/xpt-variables.ts';

/** What a define.xml describes of one dataset: its file, its variables, and the values of categorical columns. */
export interface DefinedDataset {
  readonly dataset: DatasetName;
  /** Name of its file next to the define.xml. */
  readonly file: string;
  readonly columns: readonly Column[];
  /** The variable of each column in the file. */
  readonly variables: readonly DefinedVariable[];
  /** The numeric dates that a transport file has after its columns. */
  readonly dates: readonly DefinedDate[];
  /** The distinct values of each column with a code list; null for the others. */
  readonly values: readonly (readonly string[] | null)[];
}

export interface DefinedVariable {
  /** Its name in the file. */
  readonly name: string;
  /** A name that SAS accepts. */
  readonly sasName: string;
  /** Length of its longest text, as the format counts it: bytes in a transport file, otherwise characters. */
  readonly length: number;
}

/** A date text as a number that SAS counts from 1960. */
export interface DefinedDate {
  readonly name: string;
  readonly label: string;
  readonly format: SasFormat;
  /** The column with the text. */
  readonly of: Column;
}

/** An XML element: its text, or its child elements. */
interface Element {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly content?: string | readonly Element[];
}

/**
 * Returns CDISC Define-XML 2.1 for datasets of a study: variables with types, lengths and origins, methods of derived columns, and code
 * lists of the values found. The datasets are not standard SDTM datasets and are marked so (`def:IsNonStandard`).
 */
export function defineXml(study: string, defined: readonly DefinedDataset[], made: Made): string {
  const version = {
    name: 'MetaDataVersion',
    attributes: {
      OID: 'MDV.1',
      Name: `Study ${study}`,
      Description: `Export ${made.id} by Carrel ${made.by}`,
      'def:DefineVersion': '2.1.0',
    },
    content: [...defined.map(itemGroup), ...defined.flatMap(itemDefs), ...defined.flatMap(codeLists), ...defined.flatMap(methods)],
  };
  const variables = ['StudyName', 'StudyDescription', 'ProtocolName'].map((name) => ({ name, content: study }));
  const root: Element = {
    name: 'ODM',
    attributes: {
      xmlns: 'http://www.cdisc.org/ns/odm/v1.3',
      'xmlns:xlink': 'http://www.w3.org/1999/xlink',
      'xmlns:def': 'http://www.cdisc.org/ns/def/v2.1',
      ODMVersion: '1.3.2',
      FileType: 'Snapshot',
      FileOID: made.id,
      CreationDateTime: made.at,
      Originator: 'Carrel',
      SourceSystem: 'Carrel',
      SourceSystemVersion: made.by,
      'def:Context': 'Other',
    },
    content: [
      { name: 'Study', attributes: { OID: `STUDY.${study}` }, content: [{ name: 'GlobalVariables', content: variables }, version] },
    ],
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, 0)}`;
}

function itemGroup({ dataset, file, columns, dates }: DefinedDataset): Element {
  const { domain, title, singular, key } = datasets[dataset];
  const references = columns.map((column, at): Element => ({
    name: 'ItemRef',
    attributes: {
      ItemOID: itemOid(dataset, column),
      OrderNumber: at + 1,
      Mandatory: column.name === key ? 'Yes' : 'No',
      KeySequence: column.name === key ? 1 : undefined,
      MethodOID: isDerived(column) ? methodOid(dataset, column) : undefined,
    },
  }));
  const numericDates = dates.map((date, at): Element => ({
    name: 'ItemRef',
    attributes: {
      ItemOID: dateOid(dataset, date),
      OrderNumber: columns.length + at + 1,
      Mandatory: 'No',
      MethodOID: dateMethodOid(dataset, date),
    },
  }));
  const leaf: Element = {
    name: 'def:leaf',
    attributes: { ID: `LF.${domain}`, 'xlink:href': file },
    content: [{ name: 'def:title', content: file }],
  };
  return {
    name: 'ItemGroupDef',
    attributes: {
      OID: `IG.${domain}`,
      Name: domain,
      Repeating: dataset === 'subjects' ? 'No' : 'Yes',
      IsReferenceData: 'No',
      SASDatasetName: domain,
      Purpose: 'Tabulation',
      'def:Structure': `One record per ${singular}`,
      'def:ArchiveLocationID': `LF.${domain}`,
      'def:IsNonStandard': 'Yes',
    },
    content: [described(title), ...references, ...numericDates, leaf],
  };
}

function itemDefs({ dataset, columns, variables, dates, values }: DefinedDataset): readonly Element[] {
  const own = columns.map((column, at): Element => {
    const isNumber = column.kind === 'number';
    const variable = variables[at];
    return {
      name: 'ItemDef',
      attributes: {
        OID: itemOid(dataset, column),
        Name: variable?.name,
        SASFieldName: variable?.sasName,
        DataType: isNumber ? 'float' : column.kind === 'datetime' ? 'incompleteDatetime' : 'text',
        Length: isNumber ? 8 : column.kind === 'datetime' ? undefined : variable?.length,
        SignificantDigits: isNumber ? (column.decimals ?? 10) : undefined,
      },
      content: [
        described(headerOf(column, 'plain')),
        ...((values[at] ?? null) === null ? [] : [{ name: 'CodeListRef', attributes: { CodeListOID: codeListOid(dataset, column) } }]),
        isDerived(column)
          ? { name: 'def:Origin', attributes: { Type: 'Derived', Source: 'Sponsor' } }
          : { name: 'def:Origin', attributes: { Type: 'Collected', Source: 'Vendor' }, content: [described(headerOf(column, 'source'))] },
      ],
    };
  });
  return [...own, ...dates.map((date) => dateDef(dataset, date))];
}

function dateDef(dataset: DatasetName, date: DefinedDate): Element {
  const { name, label, format } = date;
  return {
    name: 'ItemDef',
    attributes: {
      OID: dateOid(dataset, date),
      Name: name,
      SASFieldName: name,
      DataType: format.name === 'DATE' ? 'integer' : 'float',
      Length: 8,
      SignificantDigits: format.name === 'DATE' ? undefined : 3,
      'def:DisplayFormat': `${format.name}${String(format.width)}.`,
    },
    content: [described(label), { name: 'def:Origin', attributes: { Type: 'Derived', Source: 'Sponsor' } }],
  };
}

function codeLists({ dataset, columns, values }: DefinedDataset): readonly Element[] {
  return columns.flatMap((column, at): readonly Element[] => {
    const met = values[at] ?? null;
    if (met === null) return [];
    return [
      {
        name: 'CodeList',
        attributes: {
          OID: codeListOid(dataset, column),
          Name: `${headerOf(column, 'plain')}, as met`,
          DataType: 'text',
          'def:IsNonStandard': 'Yes',
        },
        content: met.map((value) => ({ name: 'EnumeratedItem', attributes: { CodedValue: value } })),
      },
    ];
  });
}

function methods({ dataset, columns, dates }: DefinedDataset): readonly Element[] {
  const own = columns.filter(isDerived).map((column): Element => ({
    name: 'MethodDef',
    attributes: { OID: methodOid(dataset, column), Name: headerOf(column, 'plain'), Type: 'Computation' },
    content: [described(column.rule)],
  }));
  const ofDates = dates.map((date): Element => ({
    name: 'MethodDef',
    attributes: { OID: dateMethodOid(dataset, date), Name: date.label, Type: 'Computation' },
    content: [described(dateRule(date))],
  }));
  return [...own, ...ofDates];
}

function dateRule({ of, format }: DefinedDate): string {
  const isDay = format.name === 'DATE';
  const counted = isDay ? 'Days since 1 January 1960' : 'Seconds since 1 January 1960, in local time';
  return `${counted}, from ${headerOf(of, 'plain')}; missing if that is partial, has ${isDay ? '' : 'no time, has '}an offset or is before 1582.`;
}

const itemOid = (dataset: DatasetName, { name }: Column): string => `IT.${datasets[dataset].domain}.${name}`;
const codeListOid = (dataset: DatasetName, { name }: Column): string => `CL.${datasets[dataset].domain}.${name}`;
const methodOid = (dataset: DatasetName, { name }: Column): string => `MT.${datasets[dataset].domain}.${name}`;
const dateOid = (dataset: DatasetName, { of, format }: DefinedDate): string => `${itemOid(dataset, of)}.${format.name}`;
const dateMethodOid = (dataset: DatasetName, { of, format }: DefinedDate): string => `${methodOid(dataset, of)}.${format.name}`;

function described(text: string): Element {
  return { name: 'Description', content: [{ name: 'TranslatedText', attributes: { 'xml:lang': 'en' }, content: text }] };
}

function written({ name, attributes = {}, content }: Element, depth: number): string {
  const margin = '  '.repeat(depth);
  const given = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escaped(String(value))}"`]));
  const open = `${margin}<${name}${given.join('')}`;
  if (content === undefined || content.length === 0) return `${open}/>\n`;
  if (typeof content === 'string') return `${open}>${escaped(content)}</${name}>\n`;
  return `${open}>\n${content.map((one) => written(one, depth + 1)).join('')}${margin}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const notXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escaped(text: string): string {
  return text.replaceAll(notXml, '\ufffd').replaceAll(/[&<>"\t\n\r]/g, (found) => entities[found] ?? found);
}
