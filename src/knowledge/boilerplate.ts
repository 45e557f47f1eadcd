import { lowerWords } from './words.ts';

/** Whole menu entries and buttons of web pages. */
const labels = new Set([
  'home', 'menu', 'search', 'login', 'log in', 'sign in', 'sign up', 'log out', 'contact', 'contact us', 'about', 'about us', 'imprint', 'sitemap', 'privacy', 'privacy policy', 'terms',
  'terms of use', 'terms of service', 'cookie policy', 'cookie settings', 'cookies', 'accept', 'accept all', 'accept all cookies', 'accept cookies', 'reject all', 'decline', 'manage preferences', 'manage cookies',
  'skip to content', 'skip to main content', 'back to top', 'next', 'previous', 'share', 'tweet', 'print', 'read more', 'subscribe', 'newsletter', 'follow us', 'careers', 'blog', 'all rights reserved', 'close',
  'startseite', 'suche', 'anmelden', 'abmelden', 'registrieren', 'kontakt', 'über uns', 'impressum', 'datenschutz', 'datenschutzerklärung', 'agb', 'alle akzeptieren', 'alle ablehnen', 'cookie einstellungen',
  'zum inhalt springen', 'nach oben', 'weiterlesen', 'alle rechte vorbehalten', 'teilen', 'drucken', 'schließen',
  'accueil', 'recherche', 'connexion', 'se connecter', 'à propos', 'mentions légales', 'politique de confidentialité', 'tout accepter', 'tout refuser', 'aller au contenu', 'haut de page', 'lire la suite', 'tous droits réservés',
  'inicio', 'buscar', 'iniciar sesión', 'contacto', 'acerca de', 'aviso legal', 'política de privacidad', 'política de cookies', 'aceptar todo', 'aceptar todas', 'rechazar todo', 'leer más', 'todos los derechos reservados',
  'início', 'entrar', 'contato', 'sobre', 'aceitar tudo', 'todos os direitos reservados', 'cerca', 'accedi', 'contatti', 'chi siamo', 'accetta tutti', 'tutti i diritti riservati',
  '首页', '登录', '注册', '联系我们', '关于我们', '隐私政策', '版权所有', 'ホーム', 'ログイン', 'お問い合わせ', 'プライバシーポリシー', 'الرئيسية', 'تسجيل الدخول', 'اتصل بنا', 'سياسة الخصوصية', 'главная', 'войти', 'контакты', 'о нас',
]);

/** Beginnings of cookie banners and copyright lines. */
const openings = [
  'we use cookies', 'this website uses cookies', 'this site uses cookies', 'by continuing to use this site', 'by clicking accept', 'copyright', '©',
  'wir verwenden cookies', 'diese website verwendet cookies', 'nous utilisons des cookies', 'ce site utilise des cookies', 'utilizamos cookies', 'este sitio utiliza cookies', 'utilizziamo i cookie', 'questo sito utilizza', '我们使用cookie', '当サイトではcookie',
];

/** One such line stands in any text; from three on they are a page's furniture. */
const minSegments = 3;

/** Share of the words that stand in menu entries, cookie banners and copyright lines; 0 where there are fewer than three of these. */
export function boilerplateShare(text: string): number {
  const segments = text.split(/\n|[|·•›»]|(?<=[.!?])\s/u).map((segment) => segment.replace(/^\s*(?:[-*]|\d+\.|#{1,6})\s/, '').trim().toLowerCase()).filter(Boolean);
  const furniture = segments.filter((segment) => labels.has(lowerWords(segment).join(' ')) || openings.some((opening) => segment.startsWith(opening)));
  return furniture.length < minSegments ? 0 : wordsIn(furniture) / Math.max(1, wordsIn(segments));
}

function wordsIn(segments: readonly string[]): number {
  return segments.reduce((sum, segment) => sum + lowerWords(segment).length, 0);
}
