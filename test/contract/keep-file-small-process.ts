import { openStudyForWriting } from '../../src/core/store/study-file.ts';
import { keepFileSmall } from '../../src/core/sync/keep-file-small.ts';

// Does what a sync does at its end to keep a study's file small, for a test that kills it or fills its disk: file, key in hex, study number.
const [path = '', key = '', study = ''] = process.argv.slice(2);
const writer = openStudyForWriting(path, Buffer.from(key, 'hex'), study, null);
await keepFileSmall(writer, new AbortController().signal);
writer.close();
