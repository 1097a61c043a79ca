import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../../src/core/bundle/bundle-entry.ts';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { beginPass, passFacts, provePass } from '../../../src/core/store/passes/pass.ts';
import { proofOf } from '../../../src/core/store/passes/proof.ts';
import { readPageBody } from '../../../src/core/store/pages/page-reading.ts';
import { pageStager } from '../../../src/core/store/passes/stage-page.ts';
import { planFlip } from '../../../src/core/store/flip/plan-flip.ts';
import type { ReadableStudy } from '../../../src/core/store/database/study.ts';
import { openStudyForReading, openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { surenessAt } from '../store/sureness.ts';
import { studyNumber } from './study-fixture.ts';
import { writeEmptyStudy } from '../store/empty-study.ts';

/** A study's file filled the way a sync fills it: pages staged, proven and flipped. */
export interface MirroredStudy {
  readonly folder: string;
  readonly path: string;
  /** Open for reading. */
  readonly study: ReadableStudy;
  /** Mirrors a dataset from pages, each a list of entries as JSON text of their resources (null: an entry without one). */
  mirror(dataset: DatasetName, pages: readonly (readonly (string | null)[])[]): Promise<void>;
  remove(): void;
}

export function mirroredStudy(): MirroredStudy {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-mirrored-'));
  const path = join(folder, 'study.db');
  const key = Buffer.alloc(32, 9);
  writeEmptyStudy(path, key, studyNumber);
  const study = openStudyForReading(path, key, studyNumber, null);
  return {
    folder,
    path,
    study,
    mirror: async (dataset, pages) => {
      const writer = openStudyForWriting(path, key, studyNumber, null);
      const pass = beginPass(writer, dataset);
      for (const [index, entries] of pages.entries()) {
        const body = Buffer.from(bundleText(entries, pages.flat().length));
        pageStager(
          writer,
          pass,
        )([{ number: index + 1, digest: digestOf(body), body: await readPageBody(writer.extractor(dataset), body, studyNumber) }]);
      }
      provePass(writer, pass, proofOf(writer, pass, passFacts(writer, pass), surenessAt(pass.startedAt)));
      applyFlip(writer, planFlip(writer, [pass]));
      writer.close();
    },
    remove: () => {
      study.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function bundleText(entries: readonly (string | null)[], total: number): string {
  const parts = entries.map((resource) => (resource === null ? '{"fullUrl":"x"}' : `{"fullUrl":"x",\n "resource": ${resource}}`));
  return `{"resourceType":"Bundle","type":"searchset","identifier":{"value":"${studyNumber}"},"total":${String(total)},"link":[],"entry":[${parts.join(',\n')}]}`;
}

/** A laboratory observation as text, written as a service might: its own order, spaces and digits. */
export function labText(id: string, more: { readonly subject?: string; readonly value?: string; readonly extra?: string } = {}): string {
  return (
    `{"resourceType":"Observation",\r\n  "id":"${id}", "extension":[{"url":"https://x/sd#IDB.Protocol","valueString":"${studyNumber}"},{"url":"https://x/sd#SponsorID","valueString":"SP-1"}],` +
    `"identifier":[{"system":"https://x/sd#LAB_RESULTS.LR_RESULT_GUID","value":"${id}"}],"status":"final","category":[{"text":"Laboratory"}],` +
    `"code":{"text":"ALT"},"subject":{"reference":"Patient/${more.subject ?? '0012'}"},"effectiveDateTime":"2025-09-03T10:00:00",` +
    `"valueQuantity":{"value":${more.value ?? '24'},"unit":"U/L"}${more.extra ?? ''}}`
  );
}
