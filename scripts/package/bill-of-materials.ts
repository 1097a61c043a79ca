import { z } from 'zod';
import { runCommand } from '../runtime/command.ts';
import { repositoryFolder } from '../runtime/repository.ts';
import { shippedPackages } from './shipped-packages.ts';

const component = z.looseObject({ name: z.string(), version: z.string(), purl: z.string(), 'bom-ref': z.string() });
const bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  serialNumber: z.string().optional(),
  metadata: z.looseObject({ timestamp: z.string().optional() }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
export type BillOfMaterials = z.output<typeof bill>;

/** The runtime is shipped whole, with its own list of contents. */
const runtime = 'electron';

/** The contents of the program as CycloneDX: npm's bill of the lockfile without tools that only build and test. */
export async function makeBillOfMaterials(runtimeVersion: string): Promise<BillOfMaterials> {
  const text = await runCommand('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'], {
    cwd: repositoryFolder,
  });
  const whole = bill.parse(JSON.parse(text));
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`));
  const components = whole.components
    .map((each) => (each.name === runtime ? { ...each, version: runtimeVersion, purl: `pkg:npm/electron@${runtimeVersion}` } : each))
    .filter(({ name, version }) => name === runtime || shipped.has(`${name}@${version}`));
  const missing = [...shipped].filter((one) => !components.some(({ name, version }) => `${name}@${version}` === one));
  if (missing.length > 0) throw new Error(`npm’s bill of materials lacks ${missing.join(', ')}.`);
  const refs = new Set([...components.map((each) => each['bom-ref']), ...rootsOf(whole)]);
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((each) => ({ ...each, dependsOn: each.dependsOn.filter((ref) => refs.has(ref)) }));
  return { ...timeless(whole), components, dependencies };
}

/** Removes the number and time that npm adds, so that the same sources give the same bill. */
function timeless({ serialNumber: _number, metadata, ...rest }: BillOfMaterials): BillOfMaterials {
  const { timestamp: _time, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

/** Carrel itself. */
function rootsOf(whole: BillOfMaterials): readonly string[] {
  const known = new Set(whole.components.map((each) => each['bom-ref']));
  return whole.dependencies.map(({ ref }) => ref).filter((ref) => !known.has(ref));
}
