import { isDerived, type Column } from '../../shared/datasets/declaration.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import { fold, isAscii } from '../query/contains.ts';
import type { CellTest } from '../query/read-condition.ts';
import { doubleQuoted } from './escape-text.ts';
import { fileName, headingIn } from './head-lines.ts';
import type { CodeFile } from '../../shared/calls/view-code.ts';
import { asksFor, goesByInstant, sortsBy, type RowTest, type View } from './view.ts';
import type { ViewDigest } from './view-digest.ts';

/** Returns the view as R: the data frame `view` contains its rows. */
export function rCode(view: View, file: CodeFile, head: readonly string[], digest: ViewDigest): string {
  const { dataset, vocabulary, order, shown, tests } = view;
  const rows = dataset.name;
  const isDated = asksFor(view, 'dated');
  const keys = order.map(({ column }) => sortKey('view', column)).join(', ');
  const descending = order.map((one) => (one.descending ? 'TRUE' : 'FALSE')).join(', ');
  return [
    ...head.map((line) => `# ${line}`),
    `# For R 4.0 or later in a UTF-8 locale, with ${[...(file === 'parquet' ? ['arrow'] : []), ...(digest.sha256 === null ? [] : ['digest'])].join(' and ') || 'no packages'}.`,
    '',
    ...(file === 'parquet' ? [`${rows} <- as.data.frame(arrow::read_parquet(${doubleQuoted(fileName(view, file))}))`] : csvLines(view)),
    '',
    ...(isDated ? [...clockLines, ''] : []),
    ...(asksFor(view, 'contains') ? [...containsLines, ''] : []),
    ...(sortsBy(view, 'list') ? [...listLines, ''] : []),
    ...(tests.length === 0
      ? [`view <- ${rows}`]
      : [
          `view <- ${rows}[`,
          ...tests.map((test, place) => `  ${rowTest(rows, test)}${place < tests.length - 1 ? ' &' : ','}`),
          '  , drop = FALSE]',
        ]),
    `view <- view[order(${keys}, decreasing = c(${descending}), na.last = TRUE, method = "radix"), , drop = FALSE]`,
    '',
    ...checkLines(shown, digest),
    '',
    `view <- view[c(${shown.map(({ name }) => doubleQuoted(name)).join(', ')})]`,
    `names(view) <- c(${shown.map((column) => doubleQuoted(headerOf(column, vocabulary))).join(', ')})`,
    'rownames(view) <- NULL',
    '',
  ].join('\n');
}

/**
 * Reads cells from bytes, because R's own readers do not distinguish an unquoted empty cell, which is no value, from `""`, an empty text.
 */
function csvLines(view: View): readonly string[] {
  const rows = view.dataset.name;
  const columns = view.needed.map((column) => `  ${doubleQuoted(headingIn('csv', view, column))} = ${doubleQuoted(column.name)}`);
  const numbers = view.needed.filter(({ kind }) => kind === 'number').map(({ name }) => doubleQuoted(name));
  return [
    `bytes <- readBin(${doubleQuoted(fileName(view, 'csv'))}, "raw", file.size(${doubleQuoted(fileName(view, 'csv'))}))`,
    'if (identical(bytes[1:3], as.raw(c(0xef, 0xbb, 0xbf)))) bytes <- bytes[-(1:3)]',
    'code <- as.integer(bytes)',
    'outside <- cumsum(code == 34L) %% 2L == 0L',
    'ends <- which(outside & (code == 44L | (code == 13L & c(code[-1], 0L) == 10L)))',
    'starts <- c(1L, head(ends, -1L) + ifelse(code[head(ends, -1L)] == 44L, 1L, 2L))',
    'quoted <- code[starts] == 34L',
    'cells <- mapply(function(from, to) if (from > to) "" else rawToChar(bytes[from:to]), starts + quoted, ends - 1L - quoted, USE.NAMES = FALSE)',
    'cells[!quoted & cells == ""] <- NA_character_',
    'cells[quoted] <- gsub("\\"\\"", "\\"", cells[quoted], fixed = TRUE, useBytes = TRUE)',
    'Encoding(cells) <- "UTF-8"',
    'cells <- matrix(cells, ncol = match(13L, code[ends]), byrow = TRUE)',
    'headings <- c(',
    columns.join(',\n'),
    ')',
    `${rows} <- as.data.frame(cells[-1, match(names(headings), cells[1, ]), drop = FALSE])`,
    `names(${rows}) <- headings`,
    ...(numbers.length === 0
      ? []
      : [
          `for (name in c(${numbers.join(', ')})) {`,
          `  ${rows}[[paste0(name, "_sent")]] <- ${rows}[[name]]`,
          `  number <- as.numeric(${rows}[[name]])`,
          `  ${rows}[[name]] <- ifelse(is.finite(number), number, NA_real_)`,
          '}',
        ]),
  ];
}

const clockLines = [
  '# Milliseconds since 1970 of the first moment of a date, in local time as written or as an instant; NA if it is not a date.',
  'clock <- function(sent, by_instant) {',
  '  is_date <- grepl("^[0-9]{4}(-[0-9]{2}(-[0-9]{2}([T ]([01][0-9]|2[0-3])(:[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?)?(Z|[+-](0[0-9]|1[0-8]):[0-5][0-9])?)?)?)?\\\\z", sent, perl = TRUE, useBytes = TRUE)',
  '  if (length(sent) == 0) return(numeric(0))',
  '  sent <- ifelse(is_date, sent, NA_character_)',
  '  wall <- sub("(Z|[+-][0-9]{2}:[0-9]{2})$", "", sent)',
  '  wall <- substr(paste0(wall, substring("0000-01-01T00:00:00.000", nchar(wall) + 1L)), 1L, 23L)',
  '  wall[is.na(sent)] <- NA_character_',
  '  part <- function(from, to) as.numeric(substr(wall, from, to))',
  '  days <- as.numeric(as.Date(substr(wall, 1L, 10L), format = "%Y-%m-%d"))',
  '  zone <- grepl("[+-][0-9]{2}:[0-9]{2}$", sent) & by_instant',
  '  end <- nchar(sent)',
  '  east <- ifelse(substr(sent, end - 5L, end - 5L) == "-", -1, 1) *',
  '    (60 * suppressWarnings(as.numeric(substr(sent, end - 4L, end - 3L))) + suppressWarnings(as.numeric(substr(sent, end - 1L, end))))',
  '  ((days * 24 + part(12L, 13L)) * 60 + part(15L, 16L) - ifelse(zone, east, 0)) * 60000 + part(18L, 19L) * 1000 + part(21L, 23L)',
  '}',
];

const containsLines = [
  '# Whether each text contains another, ignoring case: of A to Z only, or of every script.',
  'contains <- function(cells, wanted) {',
  '  plain <- if (grepl("^[\\\\x01-\\\\x7f]*$", wanted, perl = TRUE)) gsub("([A-Z]+)", "\\\\L\\\\1", cells, perl = TRUE, useBytes = TRUE)',
  '    else gsub("\\u03c2", "\\u03c3", tolower(gsub("\\u0130", "i\\u0307", gsub("[\\ufffe\\uffff]", "", cells, perl = TRUE), fixed = TRUE)), fixed = TRUE)',
  '  !is.na(cells) & grepl(wanted, plain, fixed = TRUE, useBytes = TRUE)',
  '}',
  '# The same for the items of a list, which are joined with "; ".',
  'any_item <- function(cells, wanted)',
  '  vapply(if (grepl("; ", wanted, fixed = TRUE)) as.list(cells) else strsplit(cells, "; ", fixed = TRUE),',
  '    function(items) any(contains(items, wanted)), logical(1))',
];

const listLines = [
  '# A list as Carrel stores it, which it is ordered by; in the file its items are joined with "; ".',
  'as_list <- function(cells) {',
  '  escapes <- list(c("\\\\", "\\\\\\\\"), c("\\"", "\\\\\\""), c("\\n", "\\\\n"), c("\\r", "\\\\r"), c("\\t", "\\\\t"))',
  '  for (pair in c(escapes, list(c("; ", "\\",\\"")))) cells <- gsub(pair[1], pair[2], cells, fixed = TRUE)',
  '  ifelse(is.na(cells), NA_character_, paste0("[\\"", cells, "\\"]"))',
  '}',
];

function sortKey(rows: string, column: Column): string {
  const cells = `${rows}$${column.name}`;
  if (column.kind === 'list') return `as_list(${cells})`;
  return column.kind === 'datetime' ? `clock(${cells}, ${goesByInstant(column) ? 'TRUE' : 'FALSE'})` : cells;
}

function rowTest(rows: string, { columns, test }: RowTest): string {
  const each = columns.map((column) => testOf(`${rows}$${column.name}`, column, test));
  return each.length === 1 ? (each[0] ?? '') : `(${each.join(' |\n    ')})`;
}

function testOf(cells: string, column: Column, test: CellTest): string {
  const missing = column.kind === 'number' ? `is.na(${cells})` : `(is.na(${cells}) | ${cells} %in% "")`;
  switch (test.is) {
    case 'missing':
      return missing;
    case 'present':
      return `!${missing}`;
    case 'contains': {
      const wanted = doubleQuoted(isAscii(test.text) ? test.text.toLowerCase() : fold(test.text));
      return `${column.kind === 'list' ? 'any_item' : 'contains'}(${cells}, ${wanted})`;
    }
    case 'compared':
      return `((${cells} ${test.how === '=' ? '==' : test.how} ${literal(test.value)}) %in% TRUE)`;
    case 'among': {
      const listed = `${cells} %in% c(${test.values.map(literal).join(', ')})`;
      return test.orMissing ? `(${missing} | ${listed})` : `(${listed})`;
    }
    case 'dated': {
      const clock = `clock(${cells}, ${test.instant ? 'TRUE' : 'FALSE'})`;
      return test.bounds.map(({ is, at }) => `((${clock} ${is} ${String(at)}) %in% TRUE)`).join(' & ');
    }
    case 'not':
      return `!(${testOf(cells, column, test.of)})`;
  }
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : doubleQuoted(value);
}

function checkLines(shown: readonly Column[], { rows, sha256 }: ViewDigest): readonly string[] {
  const refusal = 'stop("These are not the rows that Carrel showed: the file comes from another copy, or lacks rows.")';
  if (sha256 === null) return [`if (nrow(view) != ${String(rows)}) ${refusal}`];
  const cells = shown.map((column) => {
    if (column.kind !== 'number') return `view$${column.name}`;
    return isDerived(column) ? `ifelse(is.na(view$${column.name}), NA, sprintf("%.15g", view$${column.name}))` : `view$${column.name}_sent`;
  });
  return [
    'cell <- function(text) ifelse(is.na(text), "-", paste0(nchar(enc2utf8(as.character(text)), "bytes"), ":", text))',
    `lines <- do.call(paste0, lapply(list(${cells.join(', ')}), cell))`,
    `if (digest::digest(paste(enc2utf8(lines), collapse = "\\n"), algo = "sha256", serialize = FALSE) != "${sha256}") ${refusal}`,
  ];
}
