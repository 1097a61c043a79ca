import { openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { keepFileSmall } from '../../src/core/sync/keep-file-small.ts';

// Compacts a study's file as a sync does at its end, for a test that kills it or fills the disk. Arguments: file, key in hex, study number.
const [path = '', key = '', study = ''] = process.argv.slice(2);
const writer = openStudyForWriting(path, Buffer.from(key, 'hex'), study, null);
await keepFileSmall(writer, new AbortController().signal);
writer.close();
