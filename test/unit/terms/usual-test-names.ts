/**
 * Names of tests as laboratories and data capture systems print them, collected before the dictionary was consulted; CACRALB was accepted
 * afterwards.
 */
export interface UsualTestName {
  readonly dataset: 'labs' | 'vitals';
  readonly name: string;
  readonly unit: string | null;
  /** Codes of CDISC's codelists LBTESTCD (C65047) or VSTESTCD (C66741) that are right; empty: none may be applied. */
  readonly right: readonly string[];
}

/** `name [@ unit] > codes`, one per line; without codes, the right answer is none or a proposal. */
const labs = `
ALT > ALT
ALT (SGPT) > ALT
SGPT > ALT
SGPT (ALT) > ALT
ALAT > ALT
Alanine Aminotransferase > ALT
Alanine transaminase > ALT
AST (SGOT) > AST
SGOT > AST
ASAT > AST
Aspartate Amino Transferase > AST
Alk Phos > ALP
ALKALINE PHOSPHATASE > ALP
Alkaline Phosphatase (ALP) > ALP
Gamma GT > GGT
GGT > GGT
gamma-Glutamyl Transferase > GGT
Gamma Glutamyltransferase > GGT
Gamma-glutamyl transpeptidase > GGT
γ-GT > GGT
LDH > LDH
Lactate Dehydrogenase > LDH
Lactic Dehydrogenase > LDH
Creatine Kinase > CK
CPK > CK
CK (CPK) > CK
Creatine phosphokinase > CK
CK-MB > CKMB
Amylase > AMYLASE
Lipase > LIPASET
Total Bilirubin > BILI
Bilirubin, Total > BILI
T. Bili > BILI
T Bil > BILI
Tbili > BILI
Bilirubin > BILI
Direct Bilirubin > BILDIR
Bilirubin, Direct > BILDIR
Conjugated Bilirubin > BILDIR
D. Bili > BILDIR
Indirect Bilirubin > BILIND
Unconjugated bilirubin > BILIND
Total Protein > PROT
Protein, Total, Serum > PROT
Protein, urine >
Albumin > ALB
Albumin (BCG) > ALB
Serum Albumin > ALB
Microalbumin >
Urine albumin/creatinine ratio > ALBCREAT
Globulin > GLOBUL
A/G Ratio > ALBGLOB
Prealbumin > PREALB
Creatinine > CREAT
Creatinine, Serum > CREAT
Serum creatinine (enzymatic) > CREAT
S-Creatinine > CREAT
Creat > CREAT
Creatinine, urine >
Creatinine Clearance > CREATCLR CRTCLRE
CrCl > CREATCLR CRTCLRE
Estimated GFR > GFRE GFRBSCRT
eGFR > GFRE GFRBSCRT
eGFR (CKD-EPI) > GFRE GFRBSCRT
BUN > UREAN BUN
Blood Urea Nitrogen > UREAN BUN
Urea Nitrogen > UREAN
Urea > UREA
Uric Acid > URATE
Urate > URATE
Sodium > SODIUM
Na > SODIUM
Na+ > SODIUM
Sodium (Na) > SODIUM
Potassium > K
K+ > K
Potassium, Serum > K
Chloride > CL
Cl- > CL
Bicarbonate > BICARB
HCO3 > BICARB
Total CO2 > CO2
Carbon Dioxide > CO2
Anion Gap > ANIONG
Calcium > CA
Total Calcium > CA
Ca > CA
Calcium, corrected > CACR
Corrected Calcium > CACR
Albumin-adjusted calcium > CACR CACRALB
Ionized Calcium > CAION
Ionised calcium > CAION
Calcium, urine >
Magnesium > MG
Phosphorus > PHOS
Phosphate > PHOS
Inorganic Phosphorus > PHOS
Glucose > GLUC
Fasting Glucose > GLUC
Glucose, fasting > GLUC
Glucose (random) > GLUC
Blood sugar > GLUC
Glucose, urine >
Urine glucose (dipstick) >
U-Glucose >
CSF Glucose >
HbA1c > HBA1C HBA1CHGB
Hb A1c > HBA1C HBA1CHGB
Glycated Haemoglobin > HBA1C HBA1CHGB
Glycosylated hemoglobin (HbA1c) > HBA1C HBA1CHGB
Insulin > INSULIN
C-Peptide > CPEPTIDE
Cholesterol > CHOL
Total Cholesterol > CHOL
HDL-C > HDL
HDL Cholesterol > HDL
Cholesterol, HDL > HDL
LDL-C > LDL
LDL-C (calc) > LDL
LDL Cholesterol, calculated > LDL
Direct LDL > LDL
VLDL Cholesterol > VLDL
Non-HDL Cholesterol > NONHDL
Triglycerides > TRIG
Trigs > TRIG
Lactate > LACTICAC
Lactic Acid > LACTICAC
Ammonia > AMMONIA
Haemoglobin > HGB
Hemoglobin > HGB
Hgb > HGB
Hb > HGB
Haematocrit > HCT
HCT > HCT
Hematocrit (PCV) > HCT
PCV > HCT
Packed Cell Volume > HCT
RBC > RBC
Red Blood Cell Count > RBC
Erythrocytes > RBC
Erythrocytes, urine >
WBC > WBC
White Blood Cells > WBC
White Cell Count > WBC
Leukocytes > WBC
Leucocytes > WBC
Platelets > PLAT
Platelet Count > PLAT
PLT > PLAT
Thrombocytes > PLAT
MCV > MCV
Mean Corpuscular Volume > MCV
MCH > MCH
MCHC > MCHC
RDW > RDW
RDW-CV > RDW
MPV > MPV
Neut # @ 10*9/L > NEUT
NEUT# > NEUT
Neutrophils, Absolute > NEUT
Absolute Neutrophil Count > NEUT
ANC > NEUT
Abs Neutrophils > NEUT
Neutrophils % > NEUTLE
Neut % > NEUTLE
Neutrophils/Leukocytes > NEUTLE
Neutrophils (%) > NEUTLE
Neutrophils @ % > NEUTLE
Neutrophils @ 10^9/L > NEUT
Segs % > NEUTSGLE
Bands % > NEUTBLE
Lymphocytes % > LYMLE
Lymph # > LYM
Absolute Lymphocytes > LYM
ALC > LYM
Lymphs Abs > LYM
Monocytes % > MONOLE
Mono # > MONO
Eosinophils, absolute > EOS
Eos % > EOSLE
Baso # > BASO
Basophils % > BASOLE
Reticulocytes @ % > RETIRBC
ESR > ESR
Sed Rate > ESR
PT > PT
Prothrombin Time > PT
INR > INR
PT-INR > INR
PT (INR) > INR
aPTT > APTT
PTT > APTT PTT
Activated Partial Thromboplastin Time > APTT
Fibrinogen > FIBRINO
D-Dimer > DDIMER
TSH > TSH
Thyroid Stimulating Hormone > TSH
Thyrotropin > TSH
Free T4 > T4FR
FT4 > T4FR
T4, Free > T4FR
Free Thyroxine > T4FR
Total T4 > T4
Thyroxine > T4
Free T3 > T3FR
FT3 > T3FR
T3 Total > T3
Cortisol > CORTISOL
Testosterone > TESTOS
Free Testosterone > TESTOSFR
Oestradiol > ESTRDIOL
Estradiol > ESTRDIOL
Prolactin > PROLCTN
FSH > FSH
LH > LH
CRP > CRP
C-Reactive Protein > CRP
hs-CRP >
Procalcitonin > PCT
Ferritin > FERRITIN
Iron > IRON
TIBC > IBCT
Total Iron Binding Capacity > IBCT
Transferrin > TFERRIN
Transferrin Saturation > TFRRNSAT
Vitamin B12 > VITB12
Folate > VITB9
Folic acid > VITB9
Vitamin D, 25-OH > VITD25 V25HD3 VITD25OH
Troponin I > TROPONI
Troponin T > TROPONT
hs-Troponin T > TROPONT TROPONT3
NT-proBNP > BNPPRONT
BNP > BNP
PSA > PSA
Free PSA > PSAF
CEA > CEA
AFP > AFP
CA 125 > CA125AG
CA-125 > CA125AG
CA 19-9 > CA19_9AG
CA15-3 > CA15_3AG
Urine pH > PH
Specific Gravity > SPGRAV
Ketones > KETONES
Urobilinogen > UROBIL
Beta-2 Microglobulin > B2MICG
Haptoglobin > HAPTOG
IgG > IGG
Immunoglobulin M > IGM
Serum comment >
Sample haemolysed >
Hemoglobin, urine >
Fetal Hemoglobin >
Albumin, CSF >
Creatinine, 24h urine >
Potassium, urine >
Cholesterol/HDL ratio > CHOLHDL
Protein/creatinine ratio > PROTCRT
`;

const vitals = `
Systolic Blood Pressure > SYSBP
Systolic BP > SYSBP
SBP > SYSBP
Sys BP > SYSBP
BP Systolic > SYSBP
Blood pressure, systolic (mmHg) > SYSBP
Sitting systolic blood pressure > SYSBP
Diastolic Blood Pressure > DIABP
DBP > DIABP
Diastolic BP (supine) > DIABP
Dia BP > DIABP
Mean Arterial Pressure > MAP
MAP > MAP
Pulse > PULSE
Pulse Rate > PULSE
Heart Rate > HR
HR > HR
Respiratory Rate > RESP
Respiration Rate > RESP
Resp Rate > RESP
RR > RESP
Respirations > RESP
Temperature > TEMP
Body Temperature > TEMP
Temp > TEMP
Oral Temperature > TEMP
Temperature (C) > TEMP
Tympanic temperature > TEMP
Height > HEIGHT
Standing Height > HEIGHT
Body Height > HEIGHT
Weight > WEIGHT
Body Weight > WEIGHT
Wt > WEIGHT
Weight (kg) > WEIGHT
BMI > BMI
Body Mass Index > BMI
BSA > BSA
Body surface area > BSA
SpO2 > OXYSAT
O2 Sat > OXYSAT
Oxygen Saturation > OXYSAT
Pulse oximetry > OXYSAT
O2 saturation (room air) > OXYSAT
Waist Circumference > WSTCIR
Head circumference > HDCIRC
Pain score >
Blood pressure >
`;

export const usualTestNames: readonly UsualTestName[] = [...readLines('labs', labs), ...readLines('vitals', vitals)];

function readLines(dataset: UsualTestName['dataset'], lines: string): readonly UsualTestName[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [sent = '', codes = ''] = line.split(/ ?>/);
      const [name = '', unit = null] = sent.split(' @ ');
      return { dataset, name, unit, right: codes.split(' ').filter((code) => code !== '') };
    });
}
