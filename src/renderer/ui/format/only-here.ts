/** What a study has besides its records: the service cannot send it again, but a backup contains it. */
export const onlyHere = 'notes and marks, saved filters and views, decisions on tests and visits, and change history';
