# Reads an export of Carrel with its evidence: nothing is guessed, `0012` stays text.
#
#   source("carrel_export.R")
#   labs <- read_export("labs.csv")           # or labs.parquet
#   attr(labs, "generation"); attr(labs$result_number, "label")
#
# Needs jsonlite and digest; for Parquet arrow as well.

#' The rows of an export as a data frame, its columns typed as the evidence tells them.
#'
#' Texts and dates stay character, numbers become double; an empty text and no value are both NA, as R's reader tells no difference. Each
#' column has its heading as the attribute "label", the frame "study", "dataset", "generation", "as_of" and the whole "evidence".
#' With `check` the SHA-256 of the file must be that of the evidence.
read_export <- function(path, check = TRUE) {
  evidence <- jsonlite::fromJSON(paste0(path, ".carrel.json"), simplifyVector = FALSE)
  if (check && digest::digest(path, algo = "sha256", file = TRUE) != evidence$sha256)
    stop(sprintf("%s is not the file that %s.carrel.json is of: it was changed, or belongs to another export.", basename(path), basename(path)))
  told <- carrel_table(evidence)
  rows <- switch(evidence$format,
    "csv" = , "csv-excel" = carrel_csv(path, told$columns),
    "parquet" = as.data.frame(arrow::read_parquet(path)),
    stop(sprintf("An export as %s is for another reader: this one reads csv, csv-excel and parquet.", evidence$format)))
  for (column in told$columns) if (column$name %in% names(rows)) attr(rows[[column$name]], "label") <- column$heading
  attr(rows, "study") <- evidence$study
  attr(rows, "dataset") <- told$dataset
  attr(rows, "generation") <- told$generation
  attr(rows, "as_of") <- told$asOf
  attr(rows, "evidence") <- evidence
  rows
}

# What the evidence tells of the one table of the file.
carrel_table <- function(evidence) {
  if (length(evidence$datasets) == 1) return(evidence$datasets[[1]])
  if (!is.null(evidence$listing)) return(evidence$listing)
  stop("The evidence is of several tables, or of notes: read them one by one.")
}

carrel_csv <- function(path, columns) {
  first <- sub("^\ufeff", "", readLines(path, n = 1, encoding = "UTF-8", warn = FALSE))
  marks <- c(",", ";", "\t")
  fits <- vapply(marks, function(mark) length(scan(text = first, what = "", sep = mark, quote = "\"", quiet = TRUE)) == length(columns), logical(1))
  rows <- utils::read.csv(path, header = TRUE, sep = marks[fits][1], quote = "\"", colClasses = "character", na.strings = "",
    check.names = FALSE, fileEncoding = "UTF-8-BOM", strip.white = FALSE, blank.lines.skip = FALSE)
  names(rows) <- vapply(columns, function(column) column$name, "")
  for (column in columns) if (column$kind == "number") rows[[column$name]] <- as.numeric(rows[[column$name]])
  rows
}
