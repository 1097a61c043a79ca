import { writeLake } from '../../src/core/export/lake/write-lake.ts';
import { openStudyForReading } from '../../src/core/store/study-file/study-file.ts';

// Writes the lake of a study, for a test that kills it. Arguments: file, key in hex, study number, folder.
const [path = '', key = '', study = '', folder = ''] = process.argv.slice(2);
const reader = openStudyForReading(path, Buffer.from(key, 'hex'), study, null);
const made = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', at: '2026-11-22T12:00:00.000Z', by: '0.1.0', demo: true };
await writeLake(reader, { vocabulary: 'plain', protection: null, allowed: [] }, { folder, made, isRecorded: () => true });
reader.close();
