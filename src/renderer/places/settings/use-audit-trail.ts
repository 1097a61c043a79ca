import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditFilter, ShownAuditEntry } from '../../../shared/calls/audit.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useModel } from '../../data/model/model-context.ts';

/** Entries per request. */
const page = 100;

interface Trail {
  /** The request's filter and turn, as JSON; empty before the first answer. */
  readonly question: string;
  /** Null until the first answer. */
  readonly total: number | null;
  readonly of: number;
  readonly studies: readonly string[];
  /** Keyed by position among the entries that match the filter; entries not loaded yet are missing. */
  readonly entries: ReadonlyMap<number, ShownAuditEntry>;
  readonly error: ErrorReport | null;
}

interface TrailState extends Trail {
  /** Loads the missing entries of these positions. */
  readonly show: (first: number, last: number) => void;
  readonly reload: () => void;
}

const nothing: Trail = { question: '', total: null, of: 0, studies: [], entries: new Map(), error: null };

/** The entries that match a filter, loaded page by page as the table is scrolled. */
export function useAuditTrail(filter: AuditFilter): TrailState {
  const { data } = useModel();
  const [trail, setTrail] = useState(nothing);
  const [turn, setTurn] = useState(0);
  const asked = useRef({ question: '', pages: new Set<number>() });
  const question = JSON.stringify([filter, turn]);
  const load = useCallback(
    (number: number) => {
      if (asked.current.question !== question) asked.current = { question, pages: new Set() };
      const { pages } = asked.current;
      if (pages.has(number)) return;
      pages.add(number);
      const [wanted] = JSON.parse(question) as [AuditFilter, number];
      data.call('audit.list', { filter: wanted, offset: number * page, limit: page }).then(
        ({ total, of, studies, entries }) => {
          if (asked.current.question !== question) return;
          setTrail((before) => ({
            question,
            total,
            of,
            studies,
            error: null,
            entries: withPage(before.question === question ? before.entries : new Map(), number, entries),
          }));
        },
        (error: unknown) => {
          if (asked.current.question !== question) return;
          // The page is requested again when the table shows it again.
          pages.delete(number);
          setTrail((before) => failedTrail(before, question, reportOf(error)));
        },
      );
    },
    [data, question],
  );
  useEffect(() => {
    load(0);
  }, [load]);
  const show = useCallback(
    (first: number, last: number) => {
      for (let number = Math.floor(first / page); number <= Math.floor(last / page); number++) load(number);
    },
    [load],
  );
  const reload = useCallback(() => {
    setTurn((before) => before + 1);
  }, []);
  return { ...trail, show, reload };
}

function withPage(
  known: ReadonlyMap<number, ShownAuditEntry>,
  number: number,
  entries: readonly ShownAuditEntry[],
): ReadonlyMap<number, ShownAuditEntry> {
  return new Map([...known, ...entries.map((entry, place) => [number * page + place, entry] as const)]);
}

/** The trail after a page could not be read. Entries of another filter are dropped, because they would be shown under this one's words. */
export function failedTrail(before: Trail, question: string, error: ErrorReport): Trail {
  return before.question === question ? { ...before, error } : { ...nothing, studies: before.studies, error };
}
