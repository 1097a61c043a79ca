import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import type { StudyTerms } from '../../../shared/terms/study-terms.ts';
import { compileExtractor, type Extractor } from '../../extract/extractor.ts';

/** Returns the extractor of a dataset by name. The returned function throws TypeError if the dataset is not declared. */
export function extractorsOf(declarations: readonly Dataset[], terms: StudyTerms): (name: DatasetName) => Extractor {
  const extractors = new Map(declarations.map((dataset) => [dataset.name, compileExtractor(dataset, terms)]));
  return (name) => {
    const extractor = extractors.get(name);
    if (extractor === undefined) throw new TypeError(`The dataset ${name} is not declared.`);
    return extractor;
  };
}
