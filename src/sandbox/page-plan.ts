/** Which records a page holds; pages are 1-based. */
export interface PagePlan {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly from: number;
  readonly to: number;
}

/** Cuts `total` records into pages; nothing found is one empty page. `null` for a page after the last. */
export function planPage(total: number, pageSize: number, page: number): PagePlan | null {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (page > pages) return null;
  return { page, pages, total, from: (page - 1) * pageSize, to: Math.min(page * pageSize, total) };
}

/** The number in the `page` parameter, 1 where there is none; `null` where it is no positive integer or is repeated. */
export function pageNumber(values: readonly string[]): number | null {
  if (values.length === 0) return 1;
  const [text] = values;
  return values.length === 1 && text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
