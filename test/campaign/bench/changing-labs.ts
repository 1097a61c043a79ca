import type { Fault } from '../../../src/sandbox/faults/fault.ts';

type Json = ReturnType<typeof JSON.parse>;

/** Labs of a study that change between two answers, with the history of their states. */
export interface ChangingLabs {
  /** Answers the labs of that study instead of the sandbox. */
  readonly fault: Fault;
  /** Number of pages answered so far. */
  answered(): number;
  /** The ids of each state so far, in order, as one text; the newest last. */
  readonly states: readonly string[];
  /** Ids of all records ever removed. */
  readonly removed: ReadonlySet<string>;
  /** Sets the rule from now on. It is given the number of answers since then, and may change the entries. */
  before(change: (answered: number, labs: ChangeLabs) => void): void;
}

/** Changes to the labs, by place. */
export interface ChangeLabs {
  /** Removes one and adds a new one at the same moment: `total` stays. */
  swap(from: number, to: number): void;
  /** Changes the value of one. */
  edit(at: number): void;
  add(): void;
  readonly length: number;
}

/** Sorted ids as one text. */
export function stateOf(ids: readonly string[]): string {
  return ids.toSorted().join(' ');
}

/** Serves `entries`, which the sandbox answers for the study `like`, as those of `study`, in pages of this size. */
export function changingLabs(entries: readonly Json[], like: string, study: string, pageSize: number): ChangingLabs {
  const held: Json[] = JSON.parse(JSON.stringify(entries).replaceAll(like, study));
  const states = [stateOf(held.map(idOf))];
  const removed = new Set<string>();
  let made = 0;
  let [answered, since] = [0, 0];
  let change: (answered: number, labs: ChangeLabs) => void = () => undefined;
  const withId = (entry: Json): Json => {
    made += 1;
    const id = `${study}-made-${String(made)}`;
    const { resource } = entry;
    return { ...entry, resource: { ...resource, id, identifier: [{ ...resource.identifier[0], value: id }] } };
  };
  const labs: ChangeLabs = {
    swap: (from, to) => {
      const [gone] = held.splice(from, 1);
      removed.add(idOf(gone));
      held.splice(to, 0, withId(gone));
    },
    edit: (at) => {
      const entry = held[at % held.length];
      made += 1;
      held[at % held.length] = {
        ...entry,
        resource: { ...entry.resource, effectiveDateTime: `2025-01-01T00:00:${String(made % 60).padStart(2, '0')}` },
      };
    },
    add: () => {
      held.push(withId(held[0]));
    },
    get length() {
      return held.length;
    },
  };
  const fault: Fault = {
    where: 'labs',
    study,
    alter: (answer, { url, baseUrl }) => {
      change(since, labs);
      answered += 1;
      since += 1;
      const now = stateOf(held.map(idOf));
      if (now !== states.at(-1)) states.push(now);
      const page = Number(new URL(url, baseUrl).searchParams.get('page') ?? '1');
      const body = pageOf(held, { page, pageSize, url, study });
      return { ...answer, status: 200, headers: { ...answer.headers, 'content-type': 'application/json' }, body: Buffer.from(body) };
    },
  };
  return {
    fault,
    answered: () => answered,
    states,
    removed,
    before: (next) => {
      change = next;
      since = 0;
    },
  };
}

interface Asked {
  readonly page: number;
  readonly pageSize: number;
  readonly url: string;
  readonly study: string;
}

function pageOf(held: readonly Json[], { page, pageSize, url, study }: Asked): string {
  const last = Math.ceil(held.length / pageSize);
  const link = (relation: string, number: number): Json => {
    const here = new URL(url, 'http://127.0.0.1');
    here.searchParams.set('page', String(number));
    return { relation, url: `${here.pathname}${here.search}` };
  };
  return JSON.stringify({
    resourceType: 'Bundle',
    identifier: { system: 'https://research.example/fhir/StructureDefinition/crit#IDB.Protocol', value: study },
    type: 'searchset',
    total: held.length,
    link: [link('first', 1), ...(page < last ? [link('next', page + 1)] : []), link('last', last)],
    entry: held.slice((page - 1) * pageSize, page * pageSize),
  });
}

function idOf({ resource }: Json): string {
  return String(resource.id);
}
