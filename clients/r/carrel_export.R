# Reads a Carrel export with its evidence file: nothing is guessed, `0012` stays text.
#
#   source("carrel_export.R")
#   labs <- read_export("labs.csv")           # or labs.parquet
#   attr(labs, "generation"); attr(labs$result_number, "label")
#
# Needs jsonlite and digest; for Parquet arrow as well.

#' Returns the rows of an export as a data frame, with the column types given in the evidence.
#'
#' Texts and dates stay character, numbers become double; a missing value is NA, an empty text is "". The character U+0000, which R cannot
#' represent, is dropped with a warning. Each column has its heading as the attribute "label"; the data frame has the attributes "study",
#' "dataset", "generation", "as_of" and "evidence" (all of it). If `check` is true, the SHA-256 of the file must match the evidence.
read_export <- function(path, check = TRUE) {
  evidence <- jsonlite::fromJSON(paste0(path, ".carrel.json"), simplifyVector = FALSE)
  if (check && digest::digest(path, algo = "sha256", file = TRUE) != evidence$sha256)
    stop(sprintf("%s does not match %s.carrel.json: it was changed, or belongs to another export.", basename(path), basename(path)))
  table <- carrel_table(evidence)
  rows <- switch(evidence$format,
    "csv" = , "csv-excel" = carrel_csv(path, table$columns),
    "parquet" = as.data.frame(arrow::read_parquet(path)),
    stop(sprintf("This reads csv, csv-excel and parquet, not %s.", evidence$format)))
  # The columns of a Parquet file with SDTM-style headings have SAS names.
  for (column in table$columns) {
    name <- if (evidence$format == "parquet" && !is.null(column$variable)) column$variable else column$name
    if (name %in% names(rows)) attr(rows[[name]], "label") <- column$heading
  }
  attr(rows, "study") <- evidence$study
  attr(rows, "dataset") <- table$dataset
  attr(rows, "generation") <- table$generation
  attr(rows, "as_of") <- table$asOf
  attr(rows, "evidence") <- evidence
  rows
}

# What the evidence says about the file's only table.
carrel_table <- function(evidence) {
  if (length(evidence$datasets) == 1) return(evidence$datasets[[1]])
  if (!is.null(evidence$listing)) return(evidence$listing)
  stop("The evidence describes several tables, or notes. Export them one by one.")
}

# Reads byte by byte: R's own reader turns carriage returns within a text into line feeds, and takes an empty text for a missing value.
carrel_csv <- function(path, columns) {
  bytes <- readBin(path, "raw", file.size(path))
  if (length(bytes) >= 3 && identical(bytes[1:3], as.raw(c(0xef, 0xbb, 0xbf)))) bytes <- bytes[-(1:3)]
  fields <- carrel_fields(bytes, carrel_mark(bytes, length(columns)))
  cells <- matrix(fields, nrow = length(columns))[, -1, drop = FALSE]
  rows <- as.data.frame(lapply(seq_along(columns), function(at) cells[at, ]), stringsAsFactors = FALSE)
  names(rows) <- vapply(columns, function(column) column$name, "")
  for (column in columns) if (column$kind == "number") rows[[column$name]] <- as.numeric(rows[[column$name]])
  rows
}

# The separator: the character that occurs in the first line, outside quotes, once less than there are columns.
carrel_mark <- function(bytes, columns) {
  first <- bytes[seq_len(carrel_ends(bytes, as.raw(0x0a), most = 1))]
  for (mark in as.raw(c(0x2c, 0x3b, 0x09))) if (length(carrel_ends(first, mark)) == columns - 1) return(mark)
  stop("The columns of the file differ from those in its evidence.")
}

# Positions of a byte outside quotes, a few million bytes at a time because R needs several bytes for each byte examined.
carrel_ends <- function(bytes, wanted, most = Inf) {
  found <- list()
  inside <- 0
  for (from in seq(1, length(bytes), by = 4194304)) {
    part <- bytes[from:min(length(bytes), from + 4194303)]
    open <- (inside + cumsum(part == as.raw(0x22))) %% 2
    inside <- open[length(open)]
    hit <- Reduce(`|`, lapply(seq_along(wanted), function(at) part == wanted[at]))
    found[[length(found) + 1]] <- from - 1 + which(open == 0 & hit)
    if (sum(lengths(found)) >= most) break
  }
  found <- unlist(found)
  if (length(found) > most) found[seq_len(most)] else found
}

# The cells of all lines in order: NA for a missing value, "" for an empty text.
carrel_fields <- function(bytes, mark) {
  ends <- carrel_ends(bytes, c(mark, as.raw(0x0a)))
  lines <- ends[bytes[ends] == as.raw(0x0a)]
  # UTF-8 text never contains this byte.
  bytes[ends] <- as.raw(0xff)
  nul <- which(bytes == as.raw(0))
  if (length(nul) > 0) warning(sprintf("%d characters U+0000, which R cannot hold, were left out.", length(nul)))
  text <- rawToChar(bytes[-c(lines - 1, nul)])
  fields <- strsplit(text, "\xff", fixed = TRUE, useBytes = TRUE)[[1]]
  Encoding(fields) <- "latin1"
  quoted <- startsWith(fields, "\"")
  fields[fields == ""] <- NA
  inner <- fields[quoted]
  fields[quoted] <- gsub("\"\"", "\"", substring(inner, 2, nchar(inner, "bytes") - 1), fixed = TRUE, useBytes = TRUE)
  Encoding(fields) <- "UTF-8"
  fields
}
