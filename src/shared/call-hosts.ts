import type { CallName, Contract, Host } from './contract.ts';

type EngineCalls = { [N in CallName]: Contract[N]['host'] extends 'main' ? never : N }[CallName];

/** The calls that engines answer, as in the contract. The page routes by this list, so it need not create the schemas of the contract. */
const ofEngines = {
  'export.preview': 'reader',
  'verify.since': 'reader',
  'sync.start': 'writer',
  'sync.cancel': 'writer',
  'sync.running': 'writer',
  'shrink.accept': 'writer',
  'shrink.discard': 'writer',
  'changes.looked': 'writer',
  'studies.list': 'reader',
  'rows.page': 'reader',
  'rows.named': 'reader',
  'rows.count': 'reader',
  'rows.marked': 'reader',
  'view.code': 'reader',
  'column.values': 'reader',
  'column.summary': 'reader',
  'record.get': 'reader',
  'changes.list': 'reader',
  'changes.passes': 'reader',
  'changes.subjects': 'reader',
  'changes.before': 'reader',
  'listing.read': 'reader',
  'issues.summary': 'reader',
  'issues.records': 'reader',
  'pivot.read': 'reader',
  'subjects.list': 'reader',
  'tests.list': 'reader',
  'tests.results': 'reader',
  'overview.read': 'reader',
  'overview.waiting': 'reader',
  'visits.list': 'reader',
  'coverage.read': 'reader',
  'responses.assessments': 'reader',
  'results.trends': 'reader',
  'results.shifts': 'reader',
  'results.grades': 'reader',
  'results.liver': 'reader',
  'results.sites': 'reader',
  'anchors.default': 'reader',
  'subjects.anchors': 'reader',
  'subject.medications': 'reader',
  'subject.changes': 'reader',
  'annotations.list': 'reader',
  'annotations.write': 'writer',
  'annotations.remove': 'writer',
  'terms.read': 'reader',
  'terms.write': 'writer',
  'checks.summary': 'reader',
  'checks.records': 'reader',
  'checks.subjects': 'reader',
  'checks.notJudged': 'reader',
  'checks.try': 'reader',
  'checks.keep': 'writer',
  'checks.read': 'reader',
  'study.status': 'reader',
} as const satisfies { readonly [N in EngineCalls]: Contract[N]['host'] };

export function hostOf(name: CallName): Host {
  return isOfEngine(name) ? ofEngines[name] : 'main';
}

function isOfEngine(name: CallName): name is EngineCalls {
  return Object.hasOwn(ofEngines, name);
}
