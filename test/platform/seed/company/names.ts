/** A name in its script, and the same name in Latin letters without marks, for user names and addresses. */
export interface Spelled {
  name: string;
  latin: string;
}

/** The names of people whose names have one script. */
export interface NameList {
  /** How many of a hundred people have such a name. */
  percent: number;
  given: readonly Spelled[];
  family: readonly Spelled[];
  join: (given: string, family: string) => string;
}

const givenFirst = (given: string, family: string) => `${given} ${family}`;
const familyFirst = (given: string, family: string) => `${family}${given}`;

/** Letters that have no decomposition into a letter and marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A name of a Latin alphabet in lower case, without marks, spaces and apostrophes. */
export const toLatin = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[łøßæœđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^a-z-]/g, '');

const latin = (text: string): Spelled[] => text.split(' ').map((name) => ({ name, latin: toLatin(name) }));
/** `Анна/anna Олег/oleg` */
const spelled = (text: string): Spelled[] =>
  text.split(' ').map((pair) => {
    const [name = '', transcribed = ''] = pair.split('/');
    return { name, latin: transcribed };
  });

export const nameLists: readonly NameList[] = [
  {
    percent: 48,
    given: latin(
      'Aaron Abigail Adam Alice Amelia Andrew Anna Anthony Beth Brian Caleb Caroline Charlotte Chloe Claire Colin ' +
        'Connor Daniel Deborah Dylan Edward Eleanor Emily Ethan Fiona Freya George Grace Hannah Harriet Henry Holly ' +
        'Isaac Isla Jack James Jasmine Jessica Joanna Joseph Julia Kate Kevin Laura Leo Lily Lucas Lucy Marcus ' +
        'Martha Matthew Megan Michael Molly Nathan Nicole Nora Oliver Oscar Patrick Paul Peter Philip Rachel ' +
        'Rebecca Robert Rose Ruth Samuel Sarah Simon Sophie Stephen Stella Susan Thomas Victoria Vincent William Zara',
    ),
    family: latin(
      'Abbott Adams Armstrong Atkinson Bailey Baker Barnes Barrett Bennett Bishop Booth Bradley Brooks Burke Burton ' +
        'Butler Campbell Carpenter Carter Chapman Clarke Coleman Collins Cooper Cox Crawford Cunningham Curtis ' +
        'Dawson Dixon Doyle Edwards Elliott Evans Farrell Fisher Fleming Fletcher Foster Fox Gallagher Gibson ' +
        'Gordon Graham Grant Griffiths Hamilton Harper Hayes Henderson Hopkins Howard Hughes Hunter Jenkins Jordan ' +
        'Kennedy Knight Lambert Lawson Lynch MacDonald Marshall Mason McCarthy Mitchell Morgan Murphy Newman ' +
        'O’Brien Palmer Parker Payne Pearson Porter Quinn Reynolds Richards Robinson Russell Saunders Shaw Simpson ' +
        'Spencer Stone Sutton Taylor Thornton Turner Walsh Watson Webb Whitaker Wright Young',
    ),
    join: givenFirst,
  },
  {
    percent: 26,
    given: latin(
      'Ágnes Amélie Andreas Anneke Antonio Åsa Beatriz Bjørn Camille Carla Carmen Çağla Chiara David Diego Elena ' +
        'Elif Emil Enzo Erik Eva Florian Francesca François Freja Giulia Hugo Ingrid Íñigo Jakub Jan Javier Joana ' +
        'João Johanna José Jürgen Karin Katarzyna Klara Lars Léa Lena Luca Lucía Łukasz Maja Manon Mateo Mathilde ' +
        'Matthias Mikkel Niels Noël Ondřej Paolo Paula Pierre Piotr Renée Rita Sander Søren Sven Teresa Tomáš Valentina Zoë',
    ),
    family: latin(
      'Almeida Andersson Ångström Bakker Bauer Becker Bernard Bianchi Błaszczyk Carvalho Christensen Conti Costa ' +
        'Vermeer Dubois Dvořák Eriksen Fernández Ferrari Fischer Fontaine García Girard Gonçalves Greco Győri ' +
        'Hansen Hoffmann Horváth Jansen Johansson Jóhannsdóttir Kaya Keller Kowalska Kruger Lefèvre Lindqvist ' +
        'López Marchetti Martin Meijer Moretti Müller Nielsen Novák Nuñez Öztürk Petit Popescu Richter Romano ' +
        'Roux Şahin Santos Schmidt Schneider Silva Sørensen Szabó Varga Visser Wagner Weber Wiśniewski Zimmermann',
    ),
    join: givenFirst,
  },
  {
    percent: 8,
    given: latin(
      'Aarav Aditi Amara Ananya Arjun Chinedu Deepa Farah Hassan Ifeoma Imran Kavita Kwame Leila Meera Mohan Nadia ' +
        'Neha Omar Priyanka Rahul Ravi Rohan Samira Sanjay Tariq Vikram Yusuf Zainab',
    ),
    family: latin(
      'Abebe Adeyemi Ahmed Bose Chaudhry Das Diallo Gupta Hussain Iyer Kapoor Khan Kumar Malik Mehta Mensah Mwangi ' +
        'Nair Nwosu Okonkwo Patel Qureshi Rao Reddy Saleh Sharma Singh Traoré Verma',
    ),
    join: givenFirst,
  },
  {
    percent: 4,
    given: latin('An Binh Dũng Hanh Hương Khanh Lan Linh Minh Ngọc Phuong Quang Thảo Trang Tuấn Yến'),
    family: latin('Bùi Cao Đặng Dương Hoàng Huỳnh Lê Lý Ngô Nguyễn Phạm Trần Vũ Võ'),
    join: givenFirst,
  },
  {
    percent: 4,
    given: spelled(
      'Анна/anna Борис/boris Дарья/daria Ирина/irina Максим/maksim Наталья/natalia Олександр/oleksandr ' +
        'Павел/pavel Сергей/sergei Юлия/yulia Тарас/taras Милица/milica',
    ),
    family: spelled(
      'Бондаренко/bondarenko Ковальчук/kovalchuk Кравец/kravets Мельник/melnyk Петренко/petrenko Савчук/savchuk ' +
        'Ткаченко/tkachenko Шевченко/shevchenko Ђорђевић/djordjevic',
    ),
    join: givenFirst,
  },
  {
    percent: 2,
    given: spelled('Ελένη/eleni Γιώργος/giorgos Δημήτρης/dimitris Σοφία/sofia Νίκος/nikos Άννα/anna Κατερίνα/katerina'),
    family: spelled(
      'Παπαδόπουλος/papadopoulos Καραγιάννη/karagianni Οικονόμου/oikonomou Ιωάννου/ioannou Νικολάου/nikolaou',
    ),
    join: givenFirst,
  },
  {
    percent: 2,
    given: spelled('محمد/mohamed فاطمة/fatima عمر/omar ليلى/layla يوسف/youssef مريم/mariam'),
    family: spelled('الأحمد/alahmad حسن/hassan النجار/alnajjar المصري/almasri خليل/khalil'),
    join: givenFirst,
  },
  {
    percent: 3,
    given: spelled('伟/wei 芳/fang 秀英/xiuying 敏/min 静/jing 建国/jianguo 子轩/zixuan 丽/li 强/qiang 雪/xue'),
    family: spelled('王/wang 李/li 张/zhang 刘/liu 陈/chen 欧阳/ouyang 诸葛/zhuge 赵/zhao 黄/huang 周/zhou'),
    join: familyFirst,
  },
  {
    percent: 2,
    given: spelled('さくら/sakura 健二/kenji 陽菜/hina 蓮/ren 由紀/yuki 大輔/daisuke 美咲/misaki'),
    family: spelled('佐藤/sato 鈴木/suzuki 高橋/takahashi 田中/tanaka 伊藤/ito 渡辺/watanabe 小林/kobayashi'),
    join: (given, family) => `${family} ${given}`,
  },
  {
    percent: 1,
    given: spelled('민준/minjun 서연/seoyeon 지우/jiwoo 하은/haeun 도윤/doyun'),
    family: spelled('김/kim 이/lee 박/park 최/choi 남궁/namgung'),
    join: familyFirst,
  },
];
