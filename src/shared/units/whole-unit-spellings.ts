import { spellingSources as from, type SpellingRow } from './spelling-row.ts';

/** Spellings of whole units, looked up before a unit is split at its slashes. */
export const wholeUnits: readonly SpellingRow[] = [
  { code: '1', source: from.cdisc, spellings: ['no units', 'fraction', 'ratio', 'unitless', 'fraction of 1', 'proportion of 1', 'none'] },
  {
    code: '1',
    source: from.us,
    spellings: ['proportion', 'no unit', 'dimensionless', 'index', 'score', 'inr', 'inr ratio', 's/co', 's/co ratio', 'rel. ratio'],
  },
  { code: '1', source: from.us, spellings: ['ph', 'ph units', '[ph]', 'ph unit', 'units ph', 'sp gr', 'sg', 'specific gravity'] },
  {
    code: '%',
    source: from.us,
    spellings: ['percent', 'pct', 'per cent', '% of total', '/100 wbc', '/100wbc', 'per 100 wbc', 'vol %', 'vol%', '% total hgb'],
  },
  { code: '%', source: from.eu, spellings: ['v.h.', '% hb', '%hb', 'prozent'] },
  { code: 'mg/dL', source: from.us, spellings: ['mg%', 'mg %', 'mgm%'] },
  { code: 'g/dL', source: from.us, spellings: ['g%', 'g %', 'gm%', 'gm %'] },
  { code: 'ng/dL', source: from.us, spellings: ['ng%', 'ng %'] },
  { code: 'ug/dL', source: from.us, spellings: ['ug%', 'ug %', 'mcg%', 'mcg %'] },
  { code: 'fL', source: from.us, spellings: ['um3', 'um^3', 'um*3', 'u^3', 'cu micron', 'cu microns', 'cubic microns', 'cu um'] },
  {
    code: 'mm[Hg]',
    source: from.cdisc,
    spellings: ['mmhg', 'mm hg', 'mm-hg', 'mm of hg', 'mm of mercury', 'millimeter of mercury', 'millimeters of mercury', 'mm(hg)'],
  },
  { code: 'cm[H2O]', source: from.nlm, spellings: ['cmh2o', 'cm h2o'] },
  {
    code: 'Cel',
    source: from.cdisc,
    spellings: ['c', '°c', 'degc', 'deg c', 'celsius', 'degrees c', 'degrees celsius', 'degree celsius', 'deg. c', '° c', 'oc'],
  },
  {
    code: '[degF]',
    source: from.cdisc,
    spellings: ['f', '°f', 'degf', 'deg f', 'fahrenheit', 'degrees f', 'degrees fahrenheit', 'degree fahrenheit', 'deg. f', '° f'],
  },
  {
    code: '/min',
    source: from.cdisc,
    spellings: ['beats/min', 'breaths/min', 'beats per minute', 'breaths per minute', 'beats/minute', 'beat/min', 'breath/min', 'per min'],
  },
  {
    code: '/min',
    source: from.us,
    spellings: ['bpm', 'brpm', 'br/min', 'resp/min', 'respirations/min', 'per minute', 'min-1', 'min^-1', 'pulse/min', 'rpm'],
  },
  { code: 'mL/min/{1.73_m2}', source: from.us, spellings: ['ml/min/1.73/m2', 'ml/min/1.73/m^2'] },
  { code: 'L/min', source: from.us, spellings: ['lpm'] },
  { code: 'ng/mL{FEU}', source: from.us, spellings: ['ng feu/ml', 'ng{feu}/ml', 'ng(feu)/ml'] },
  { code: 'ug/mL{FEU}', source: from.us, spellings: ['ug feu/ml', 'ug{feu}/ml', 'ug(feu)/ml', 'mcg feu/ml'] },
  { code: 'mg/L{FEU}', source: from.us, spellings: ['mg feu/l', 'mg{feu}/l', 'mg(feu)/l'] },
  { code: '/[HPF]', source: from.us, spellings: ['/hpf', 'cells/hpf', '#/hpf', 'per hpf', 'hpf', 'wbc/hpf', 'rbc/hpf'] },
  { code: '/[LPF]', source: from.us, spellings: ['/lpf', '#/lpf', 'per lpf', 'lpf'] },
];
