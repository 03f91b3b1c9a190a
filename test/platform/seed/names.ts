/** Given and family names of one script, and how they are joined. */
export interface Script {
  given: readonly string[];
  family: readonly string[];
  join: (given: string, family: string) => string;
}

const western = (given: string, family: string) => `${given} ${family}`;
const eastern = (given: string, family: string) => `${family}${given}`;
const words = (text: string) => text.split(' ');

/** Scripts by how often they occur: the first ones are written more than once. */
export const scripts: readonly Script[] = [
  {
    given: words(
      'Anna Ben Clara David Emma Frank Grace Henry Ida Jack Kate Liam Mia Noah Olivia Paul Quinn Rose Sam Tessa',
    ),
    family: words(
      'Adams Baker Carter Dixon Evans Foster Green Hughes Irwin Jones Keller Lewis Moore Novak Owens Parker',
    ),
    join: western,
  },
  {
    given: words(
      'Zoë Łukasz Jürgen Søren Åsa José Bjørn Renée Çağla Ștefan Ondřej Þóra Dũng Noël Şebnem Žofia Íñigo Ágnes',
    ),
    family: words(
      'Müller Nuñez Dvořák Şahin Ångström Győri Błaszczyk Nguyễn Gonçalves Öztürk Jóhannsdóttir Ćosić Lefèvre',
    ),
    join: western,
  },
  {
    given: words('Анна Борис Валентина Григорий Дарья Юлия Сергей Олександр Їжакевич Милица'),
    family: words('Иванова Петров Шевченко Достоевский Ковальчук Ђорђевић Щербаков'),
    join: western,
  },
  {
    given: words('Ελένη Γιώργος Δημήτρης Σοφία Νίκος Άννα'),
    family: words('Παπαδόπουλος Καραγιάννη Οικονόμου Ιωάννου'),
    join: western,
  },
  {
    given: words('محمد فاطمة عمر ليلى يوسف مريم'),
    family: words('الأحمد حسن النجار المصري بن‌علي'),
    join: western,
  },
  { given: words('דוד שרה יעקב רחל נועם'), family: words('כהן לוי מזרחי פרץ'), join: western },
  { given: words('伟 芳 秀英 敏 静 建国 子轩'), family: words('王 李 张 刘 陳 歐陽 诸葛'), join: eastern },
  { given: words('민준 서연 지우 하은 도윤'), family: words('김 이 박 최 남궁'), join: eastern },
  {
    given: words('さくら ひろし ケンジ 陽菜 蓮 ゆうき'),
    family: words('佐藤 鈴木 髙橋 タナカ いとう'),
    join: (given, family) => `${family} ${given}`,
  },
  { given: words('अनिता राहुल प्रिया विक्रम ऋषि'), family: words('शर्मा पटेल गुप्ता श्रीवास्तव'), join: western },
  { given: words('สมชาย มาลี นภา กิตติ'), family: words('ใจดี ศรีสุข วงศ์สวัสดิ์'), join: western },
];

/** The frequency of each script, in the same order. */
export const scriptWeights: readonly number[] = [40, 20, 8, 4, 5, 4, 7, 4, 4, 3, 1];

export const locations = words(
  'Berlin Kraków São_Paulo 東京 서울 Αθήνα Київ القاهرة תל_אביב नई_दिल्ली กรุงเทพฯ Zürich Reykjavík',
).map((place) => place.replace('_', ' '));
export const organizations = words('Acme Globex Initech Umbrella Hooli Æther Šumava 日立 Росатом').map(
  (name) => `${name} Ltd.`,
);
export const jobTitles = [
  'Software Engineer',
  'Site Reliability Engineer',
  'Product Manager',
  'Designer',
  'Ingénieure',
  '工程师',
];
export const pronouns = ['', '', '', 'she/her', 'he/him', 'they/them'];
