"""Reads a Carrel export with its evidence file: nothing is guessed, `0012` stays text.

    from carrel_export import read_export
    labs = read_export("labs.csv")            # or labs.parquet
    labs.attrs["study"], labs.attrs["labels"]["result_number"]

Needs pandas, and pyarrow for Parquet.
"""

import hashlib
import json
import re
from pathlib import Path

import pandas

EVIDENCE = ".carrel.json"


class NotTheExport(ValueError):
    """The file does not match its evidence."""


def read_export(path, check=True):
    """Return the rows of an export as a DataFrame, with the column types given in the evidence.

    Texts are pandas strings, numbers are floats (the `_sent` columns of Parquet keep the digits), and dates are texts as sent. `attrs`
    has the study, the dataset, its generation and as-of time, `labels` by column, and the whole evidence. If `check` is true, raises
    `NotTheExport` unless the SHA-256 of the file matches the evidence. Raises FileNotFoundError if there is no evidence next to the file.
    """
    path = Path(path)
    evidence = json.loads(Path(str(path) + EVIDENCE).read_text(encoding="utf-8"))
    content = path.read_bytes()
    if check and hashlib.sha256(content).hexdigest() != evidence["sha256"]:
        raise NotTheExport(f"{path.name} does not match {path.name}{EVIDENCE}: it was changed, or belongs to another export.")
    table = _table_of(evidence)
    if evidence["format"] == "parquet":
        rows = pandas.read_parquet(path)
        # With SDTM-style headings the columns of the file have SAS names.
        named = {column.get("variable", column["name"]): column["heading"] for column in table["columns"]}
        labels = {name: heading for name, heading in named.items() if name in rows.columns}
    elif evidence["format"] in ("csv", "csv-excel"):
        rows = _from_csv(content.decode("utf-8-sig"), table["columns"], _delimiter(content, evidence))
        labels = {column["name"]: column["heading"] for column in table["columns"]}
    else:
        raise ValueError(f"This reads csv, csv-excel and parquet, not {evidence['format']}.")
    rows.attrs.update(
        study=evidence["study"],
        dataset=table.get("dataset"),
        generation=table.get("generation"),
        as_of=table.get("asOf"),
        labels=labels,
        evidence=evidence,
    )
    return rows


def _table_of(evidence):
    """What the evidence says about the file's only table."""
    tables = evidence.get("datasets") or []
    if len(tables) == 1:
        return tables[0]
    if evidence.get("listing") is not None:
        return evidence["listing"]
    raise ValueError("The evidence describes several tables, or notes. Export them one by one.")


def _delimiter(content, evidence):
    """The character after the first heading, which the evidence contains."""
    heading = _table_of(evidence)["columns"][0]["heading"]
    text = content[: len(heading.encode("utf-8")) * 2 + 16].decode("utf-8-sig", errors="ignore")
    rest = text[len(heading) + 2 :] if text.startswith('"') else text[len(heading) :].lstrip("'")
    return rest[0] if rest[:1] in (",", ";", "\t") else ","


def _from_csv(text, columns, delimiter):
    """Cells by RFC 4180: an unquoted empty cell is missing, `""` is an empty text. pandas' own reader does not tell them apart."""
    records = list(_records(text, delimiter))[1:]
    values = {}
    for at, column in enumerate(columns):
        cells = [record[at] for record in records]
        if column["kind"] == "number":
            # In a file with a single column a missing number is `""`, because its line would otherwise be empty.
            values[column["name"]] = pandas.Series([float(cell) if cell else None for cell in cells], dtype="float64")
        else:
            values[column["name"]] = pandas.Series(cells, dtype="string")
    return pandas.DataFrame(values)


def _records(text, delimiter):
    at, end = 0, len(text)
    # One search for both: a file with a single column has no delimiter, and looking for one would read to its end for each cell.
    closing = re.compile(re.escape(delimiter) + "|\r\n")
    while at < end:
        record = []
        while True:
            if text.startswith('"', at):
                cell, at = _quoted(text, at)
            else:
                found = closing.search(text, at)
                stop = end if found is None else found.start()
                cell, at = text[at:stop] or None, stop
            record.append(cell)
            if not text.startswith(delimiter, at):
                break
            at += 1
        if not text.startswith("\r\n", at):
            raise ValueError("The file is not a CSV from Carrel: a record does not end with CR LF.")
        at += 2
        yield record


def _quoted(text, start):
    parts, at = [], start + 1
    while True:
        close = text.index('"', at)
        parts.append(text[at:close])
        if not text.startswith('"', close + 1):
            return "".join(parts), close + 1
        parts.append('"')
        at = close + 2
