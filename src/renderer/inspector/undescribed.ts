/** The last part of a source path, for a label: "extension[#SpecimenState]" → "SpecimenState", "code.note" → "note". */
export function labelOfPath(path: string): string {
  return /#([^\]]+)\]$/.exec(path)?.[1] ?? /([^.[\]]+)(?:\[\])?$/.exec(path)?.[1] ?? path;
}

/** What to show of a value that came as JSON text: the text of a string, the value of an extension, else the JSON as it is. */
export function shownValue(json: string): string {
  const extension = /^\{"url":\s*"(?:[^"\\]|\\.)*",\s*"value\w+":\s*("(?:[^"\\]|\\.)*"|[^,{}[\]]+)\}$/.exec(json.trim());
  const value = extension?.[1] ?? json;
  return value.startsWith('"') ? unquoted(value) : value;
}

function unquoted(json: string): string {
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : json;
  } catch {
    return json;
  }
}
