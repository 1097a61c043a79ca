import { nearestName } from '../shared/nearest-name.ts';
import { AppError } from '../shared/errors.ts';
import type { ListingRequest } from '../shared/listing-schema.ts';
import { listingNames, listings, strangeOption, type ListingName, type ListingOption } from '../shared/listings.ts';
import type { Given } from './command.ts';
import { readDataset } from './datasets.ts';
import { readAnchor } from './protect-arguments.ts';

/** Export options that do not apply to listings, whose rows are not records. */
const ofRecords = ['columns', 'where', 'preset', 'protect', 'recipient', 'allow', 'preview', 'texts'];
/** Options that apply only to listings. */
const ofListings = ['test', 'since', 'visit'];

/** The request of `--listing`; null without it. `subjects`: those of --subjects, null for all. Throws USAGE. */
export function readListing(given: Given, subjects: string[] | null): ListingRequest | null {
  const named = given.text('listing');
  if (named === null) {
    const strange = ofListings.find((option) => given.flag(option));
    if (strange !== undefined) throw new AppError('USAGE', `"--${strange}" is only for listings: add --listing.`);
    return null;
  }
  const name = readName(named);
  const strange = ofRecords.find((option) => given.flag(option));
  if (strange !== undefined)
    throw new AppError(
      'USAGE',
      `"--${strange}" is only for exports of records and cannot be used with --listing ${name}. ${sayOptions(name)}`,
    );
  const [anchor, tests, dataset, since] = [given.text('anchor'), given.texts('test'), given.text('dataset'), given.text('since')];
  const visits = readVisits(given.texts('visit'));
  const sort = given.text('sort');
  const request: ListingRequest = {
    name,
    subjects,
    ...(anchor === null ? {} : { anchor: readAnchor(anchor) }),
    ...(tests.length === 0 ? {} : { tests: [...tests] }),
    ...(dataset === null ? {} : { dataset: readDataset(dataset) }),
    ...(since === null ? {} : { since: readGeneration(since) }),
    ...(visits === null ? {} : { visits }),
    ...(sort === null ? {} : { sort: readOrder(sort) }),
  };
  const notTaken = strangeOption(request);
  if (notTaken !== null) throw new AppError('USAGE', `--listing ${name} takes no "${flagOf(notTaken)}". ${sayOptions(name)}`);
  return request;
}

function readName(text: string): ListingName {
  const found = listingNames.find((name) => name === text);
  if (found !== undefined) return found;
  const nearest = nearestName(text, listingNames);
  const there = `The listings are: ${listingNames.join(', ')}.`;
  throw new AppError('USAGE', `There is no listing "${text.slice(0, 40)}". ${nearest === null ? there : `Did you mean "${nearest}"?`}`);
}

function sayOptions(name: ListingName): string {
  return `It takes ${['--subjects', ...listings[name].options.map(flagOf)].join(', ')}.`;
}

function flagOf(option: ListingOption): string {
  return { tests: '--test', visits: '--visit', anchor: '--anchor', dataset: '--dataset', since: '--since', sort: '--sort' }[option];
}

function readVisits(named: readonly string[]): ListingRequest['visits'] | null {
  const [a, b, ...more] = named;
  if (a === undefined) return null;
  if (b === undefined || more.length > 0 || a === '' || b === '')
    throw new AppError('USAGE', '"--visit" must be given twice: --visit BASELINE --visit "WEEK 8" compares the second with the first.');
  return { a, b };
}

/** One column, with "-" in front for descending. */
function readOrder(text: string): ListingRequest['sort'] {
  const [descending, column] = text.startsWith('-') ? [true, text.slice(1)] : [false, text];
  if (column !== '' && !column.includes(',')) return { column, descending };
  throw new AppError('USAGE', '"--sort" of a listing takes one column, such as -labs.');
}

function readGeneration(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AppError('USAGE', '"--since" for a listing must be a generation number, such as 3.');
  return Number(text);
}
