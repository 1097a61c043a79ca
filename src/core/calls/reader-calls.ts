import type { Output } from '../../shared/contract.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { previewExport } from '../export/protect/preview.ts';
import { listAnnotations } from '../annotations/list-annotations.ts';
import { checkedStudy, type CheckedStudy } from '../checks/checked-study.ts';
import type { ResultTally } from '../views/result-tally.ts';
import type { ListingSource } from '../listings/listing.ts';
import { nothingListed, readListing } from '../listings/read-listing.ts';
import { resultFigures } from '../views/result-figures.ts';
import { cachedTally } from '../views/tally-results.ts';
import { checkHandlers } from './check-calls.ts';
import { viewHandlers } from './view-calls.ts';
import { listChanges, listPasses } from '../query/changes.ts';
import { changesBySubject, generationBefore } from '../query/changes-by-subject.ts';
import { countMarked } from '../query/count-marked.ts';
import { countRows, type Counts } from '../query/count.ts';
import { listIssueRecords, summariseIssues } from '../query/issues.ts';
import { isLookUp } from '../query/page-kinds.ts';
import type { PerGeneration } from '../query/per-generation.ts';
import { createLruCache, type LruCache } from '../query/lru-cache.ts';
import { readerWithoutMemory, type ReaderMemory } from '../query/reader-memory.ts';
import { readRecord } from '../query/record.ts';
import { namedRows, queryRows, type OrderCache } from '../query/rows.ts';
import { sinceExport } from '../query/since-export.ts';
import { findStudy, readStudyCard } from '../query/study-card.ts';
import { settleStudy, type StudyDirectory, type StudyReader } from '../query/study-directory.ts';
import { createColumnsInMemory } from '../query/columns-in-memory/columns-in-memory.ts';
import { listTerms, noTerms } from '../terms/list-tests.ts';
import { followChanges } from '../query/follow-changes.ts';
import { columnSummary } from '../query/summary.ts';
import { writeViewCode } from '../view-code/view-code.ts';
import { columnValues } from '../query/values.ts';
import { shortenedRow, withShortChanges, withShortHistory, withShortTests } from '../query/shortened.ts';

/** What is cached about one open study between calls; it is dropped with the connection. */
interface StudyCaches {
  readonly orders: OrderCache;
  readonly counts: LruCache<Counts>;
  readonly checks: CheckedStudy;
  readonly tally: PerGeneration<ResultTally>;
  readonly listings: ListingSource;
}

/** Rows of the sample in an export preview. */
const previewRows = 5;
/** An order takes 8 bytes per row. */
const mostOrders = 4;
const mostCounts = 32;
/**
 * KiB of decrypted pages that a reader may hold for a study. A query that no index answers scans the whole table: for 200,000 labs this
 * takes 30 ms from this cache, and 330 ms if every page has to be decrypted again.
 */
const cacheKiB = 524_288;

/** For a study without a file. */
const nothingPreviewed: Output<'export.preview'> = {
  ...{ columns: [], rows: 0, sample: [], subjects: 0, undated: 0 },
  ...{ texts: [], textCounts: { leave: 0, unseen: 0, tells: 0 } },
};

/** For a study without a file. */
const noChanges = { counts: { new: 0, changed: 0, vanished: 0 }, changes: [] };

/** The answer for a record that does not exist. */
const noRecord = { isAfterCutOff: false, row: null, raw: null, page: null, undescribed: [], issues: [], history: [] };

/**
 * Creates the handlers of all reader calls. A study without a file returns empty answers; a damaged one throws, and its card shows the
 * problem.
 */
export function createReaderHandlers(
  directory: StudyDirectory,
  memory: ReaderMemory = { ...readerWithoutMemory, columns: createColumnsInMemory() },
): Handlers<'reader'> {
  const { columns, cachedAnswers } = memory;
  const caches = new WeakMap<StudyReader, StudyCaches>();
  const asItIs = followChanges();
  const cachesOf = (study: StudyReader): StudyCaches => {
    const known = caches.get(study);
    if (known !== undefined) return known;
    const tally = cachedTally(study, columns, cachedAnswers);
    const checks = checkedStudy(study, tally, { cachedAnswers });
    const begun: StudyCaches = {
      orders: createLruCache(mostOrders),
      counts: createLruCache(mostCounts),
      checks,
      tally,
      listings: { study, tally, checks, figures: resultFigures(study, tally, memory) },
    };
    study.db.pragma(`cache_size=-${String(cacheKiB)}`);
    caches.set(study, begun);
    return begun;
  };

  /** Runs a question on the study's file, or returns `without` for a study without a file. */
  async function ask<T>(number: string, question: (study: StudyReader, caches: StudyCaches) => T | Promise<T>, without: T): Promise<T> {
    findStudy(directory, number);
    await settleStudy(directory, number);
    const opened = directory.open(number);
    if (opened === null) return without;
    const study = asItIs(opened);
    const answer = question(study, cachesOf(study));
    if (!(answer instanceof Promise)) return answer;
    columns.yieldTo(answer);
    const given = await answer;
    // Other work ran meanwhile: the shown rows may have changed, and the answer may mix both.
    const now = directory.open(number);
    return now === null || asItIs(now) === study ? given : ask(number, question, without);
  }

  return {
    // All cards show the same moment, that of the answer.
    'studies.list': async () => {
      columns.tidy();
      await Promise.all(directory.studies().map(async ({ study }) => settleStudy(directory, study)));
      return directory.studies().map((entry) => readStudyCard(directory, entry));
    },
    'study.status': async ({ study }) => {
      await settleStudy(directory, study);
      return readStudyCard(directory, findStudy(directory, study));
    },
    'rows.page': ({ study, query, isWhole }) =>
      ask(
        study,
        (reader, { orders }) => {
          const page = queryRows(reader, query, orders, columns);
          if (!isLookUp(query.selection)) columns.use(reader, query.selection.dataset);
          return isWhole === true ? page : { ...page, rows: page.rows.map(shortenedRow) };
        },
        { generation: 0, rows: [] },
      ),
    'rows.named': ({ study, dataset, keys }) => ask(study, (reader) => namedRows(reader, dataset, keys).map(shortenedRow), []),
    'rows.count': ({ study, selection }) =>
      ask(study, (reader, { counts }) => countRows(reader, selection, counts, columns), { rows: 0, of: 0, subjects: 0 }),
    'column.values': ({ study, ...question }) =>
      ask(study, (reader) => columnValues(reader, question, columns), { distinct: 0, values: [] }),
    'column.summary': ({ study, selection, column }) =>
      ask(study, (reader) => columnSummary(reader, selection, column, columns), {
        present: 0,
        missing: 0,
        distinct: 0,
        min: null,
        max: null,
        bins: [],
      }),
    'view.code': ({ study, ...asked }) => ask(study, (reader) => writeViewCode(reader, asked), { rows: 0, text: '' }),
    'record.get': ({ study, dataset, key }) => ask(study, (reader) => withShortHistory(readRecord(reader, dataset, key)), noRecord),
    'export.preview': ({ study, ...question }) =>
      ask(study, (reader) => previewExport(reader, { ...question, allowed: [] }, previewRows), nothingPreviewed),
    'rows.marked': ({ study, ...question }) => ask(study, (reader) => countMarked(reader, question), { added: 0, changed: 0 }),
    'changes.list': ({ study, ...question }) => ask(study, (reader) => withShortChanges(listChanges(reader, question)), noChanges),
    'changes.subjects': ({ study, since, subjects }) =>
      ask(study, (reader) => changesBySubject(reader, since, subjects), { generation: 0, subjects: [], nameless: 0 }),
    'changes.before': ({ study, moment }) => ask(study, (reader) => generationBefore(reader, moment), 0),
    'changes.passes': ({ study }) => ask(study, listPasses, []),
    'issues.summary': ({ study }) => ask(study, summariseIssues, []),
    ...viewHandlers((number, question, without) => ask(number, (reader, { tally }) => question(reader, tally), without), memory),
    'listing.read': ({ study, listing, limit }) => ask(study, (_, { listings }) => readListing(listings, listing, limit), nothingListed),
    'verify.since': ({ study, datasets }) => ask(study, (reader) => sinceExport(reader, datasets), null),
    'terms.read': ({ study }) => ask(study, (reader) => withShortTests(listTerms(reader)), noTerms()),
    'annotations.list': ({ study, kind }) => ask(study, (reader) => listAnnotations(reader, kind), []),
    ...checkHandlers(ask, columns),
    'issues.records': ({ study, ...question }) => ask(study, (reader) => listIssueRecords(reader, question), []),
  };
}
