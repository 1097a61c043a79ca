import { openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { applyTerms } from '../../src/core/terms/change-terms.ts';
import { termsSchema } from '../../src/shared/terms/terms-schema.ts';

// Changes the terms of a study, for a test that kills it. Arguments: file, key in hex, study number, terms as JSON.
const [path = '', key = '', study = '', terms = ''] = process.argv.slice(2);
const writer = openStudyForWriting(path, Buffer.from(key, 'hex'), study, null);
applyTerms(writer, { version: 0, terms: termsSchema.parse(JSON.parse(terms)) }, false);
writer.close();
