const MOST_ANSWERS = 2000;
const LONGEST_TEXT = 200;

/**
 * A pure function of a text that keeps its answers: a study has few different ranges, each asked for nine times a row.
 * Nothing but speed tells it from the function itself (the derived columns of 200,000 labs: 0.43 s without, 0.07 s with it).
 * Long texts are not kept, and after 2,000 it starts anew, so that free text cannot fill the memory.
 */
export function remember<T>(read: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    if (text.length > LONGEST_TEXT) return read(text);
    const known = answers.get(text);
    if (known !== undefined) return known;
    if (answers.size >= MOST_ANSWERS) answers.clear();
    const answer = read(text);
    answers.set(text, answer);
    return answer;
  };
}
