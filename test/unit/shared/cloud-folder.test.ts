import { expect, test } from 'vitest';
import { cloudServiceOf } from '../../../src/shared/cloud-folder.ts';

test.each([
  ['C:\\Users\\ana\\OneDrive - Acme Pharma\\Documents\\labs.xlsx', 'OneDrive'],
  ['/Users/ana/Library/CloudStorage/OneDrive-Acme/labs.xlsx', 'OneDrive'],
  ['/home/ana/Dropbox/labs.csv', 'Dropbox'],
  ['/Users/ana/Library/CloudStorage/GoogleDrive-ana@acme.example/My Drive/labs.csv', 'Google Drive'],
  ['/Users/ana/Library/Mobile Documents/com~apple~CloudDocs/labs.csv', 'iCloud'],
  ['/Users/ana/Box/labs.csv', 'Box'],
  ['/home/ana/Downloads/OneDrive', null],
  ['/home/ana/Boxes/labs.csv', null],
])('%s is in a folder of %s', (path, service) => {
  expect(cloudServiceOf(path)).toBe(service);
});
