#!/usr/bin/env bash
# The real documentation that a part of the questions is asked over, from Debian's packages, into kb/.
set -eu
mkdir -p debs kb && cd debs
apt-get download gnome-user-docs evolution-common libreoffice-help-en-us postgresql-doc-15 gnucash-docs rt5-doc-html keepassxc shotwell-common debian-handbook \
  icinga2-doc borgbackup-doc ganeti-doc slurm-wlm-doc python-django-doc python-celery-doc keystone-doc nova-doc apache2-doc varnish-doc buildbot-doc \
  git-doc gimp-help-en postfix-doc mailman3-doc wireshark-doc python-flask-doc tox mkdocs-doc haproxy-doc patroni-doc sqlite3-doc rsyslog-doc
for package in *.deb; do dpkg-deb -x "$package" x; done
share=$PWD/x/usr/share
cd ..
for name in gnome:gnome-help evolution:evolution gnucash:shotwell; do
  python3 mallard.py "$share/help/C/${name#*:}" "kb/${name%%:*}"
done
mkdir -p kb/office kb/rt kb/gnucash kb/handbook kb/pg
for part in shared swriter scalc sdraw simpress sdatabase; do
  for page in "$share/libreoffice/help/en-US/text/$part/guide/"*.html; do
    [ -e "$page" ] || continue
    cp "$page" "kb/office/$part-$(basename "$page")"
  done
done
cp "$share"/doc/rt5-doc-html/*.html "$share"/doc/rt5-doc-html/customizing/*.html "$share"/keepassxc/docs/*.html kb/rt/
find "$share/doc/gnucash-docs/gnucash-guide-en" -name '*.html' -exec cp {} kb/gnucash/ \;
cp "$share"/doc/debian-handbook/html/en-US/*.html kb/handbook/
cd "$share/doc/postgresql-doc-15/html"
cp tutorial-*.html runtime-config-*.html backup-*.html auth-*.html client-authentication*.html high-availability.html warm-standby*.html \
  routine-*.html ddl-*.html app-*.html indexes-*.html performance-tips.html populate.html monitoring-*.html ssl-tcp.html upgrading.html \
  kernel-resources.html textsearch-*.html mvcc*.html explicit-locking.html "$OLDPWD/kb/pg/"
cd "$OLDPWD"
# For version 3. A page's folders become part of its name.
flat() { # FOLDER BASE FIND_ARGUMENTS…
  local target=$PWD/kb/$2
  (cd "$1" && find "${@:3}" -name '*.html' | while read -r page; do page=${page#./}; cp "$page" "$target/${page//\//-}"; done)
}
mkdir -p kb/icinga kb/borg kb/ganeti kb/slurm kb/varnish kb/nova kb/keystone kb/buildbot kb/celery kb/django kb/apache
for page in "$share"/doc/icinga2/markdown/*.md.gz; do zcat "$page" > "kb/icinga/$(basename "$page" .gz)"; done
cp "$share"/doc/borgbackup/html/faq.html "$share"/doc/borgbackup/html/quickstart.html "$share"/doc/borgbackup/html/installation.html \
  "$share"/doc/borgbackup/html/support.html "$share"/doc/borgbackup/html/changes.html "$share"/doc/borgbackup/html/usage/*.html "$share"/doc/borgbackup/html/deployment/*.html kb/borg/
for part in admin install security walkthrough virtual-cluster upgrade cluster hooks locking monitoring move-instance news ovfconverter node rapi; do
  cp "$share/doc/ganeti/html/$part"*.html kb/ganeti/ 2>/dev/null || true
done
cp "$share"/doc/slurm-wlm/html/*.html kb/slurm/
for part in users-guide tutorial installation whats-new vcl-design-patterns; do cp -n "$share/doc/varnish/html/$part/"*.html kb/varnish/; done
find "$share/doc/nova-doc/html/user" "$share/doc/nova-doc/html/admin" -name '*.html' -exec cp {} kb/nova/ \;
for part in user admin getting-started install; do find "$share/doc/keystone-doc/html/$part" -name '*.html' -exec cp {} kb/keystone/ \;; done
find "$share"/doc/python-celery-doc/html/userguide "$share"/doc/python-celery-doc/html/getting-started "$share"/doc/python-celery-doc/html/django \
  "$share"/doc/python-celery-doc/html/tutorials "$share"/doc/python-celery-doc/html/faq.html -name '*.html' -exec cp {} kb/celery/ \;
flat "$share/doc/buildbot/html" buildbot manual tutorial relnotes
flat "$share/doc/python-django-doc/html" django howto topics intro faq
flat "$share/doc/apache2-doc/manual/en" apache howto faq misc platform ssl vhosts rewrite . -maxdepth 1
# For version 5. Of large manuals a part, drawn so that it is the same each time.
mkdir -p kb/git kb/gimp kb/postfix kb/mailman kb/wireshark kb/flask kb/webdev kb/sqlite kb/rsyslog
cp "$share"/doc/git-doc/*.html kb/git/
cp "$share"/gimp/2.0/help/en/*.html kb/gimp/
for page in "$share"/doc/postfix/html/{*README,postconf.1*,postsuper.1*,postqueue.1*,sendmail.1*,postmap.1*,OVERVIEW*,access.5*,transport.5*,virtual.5*,aliases.5*,canonical.5*,header_checks.5*}.html; do
  [ ! -e "$page" ] || cp "$page" kb/postfix/
done
cp "$share"/doc/wireshark/wsug_html_chunked/*.html kb/wireshark/
cp "$share"/doc/sqlite3/*.html kb/sqlite/
for name in mailman3:mailman python-flask-doc:flask rsyslog-doc:rsyslog; do flat "$share/doc/${name%%:*}/html" "${name#*:}" . -not -path './_*'; done
for name in tox mkdocs haproxy patroni; do
  (cd "$share/doc/$name" && find . -name '*.html' -not -path '*/_*') | while read -r page; do
    flat=${page#./}; flat=${flat#html/}
    cp "$share/doc/$name/$page" "kb/webdev/$name-${flat//\//-}"
  done
done
rm -f kb/sqlite/*{releaselog,changes,3_*,vtab,c3ref_funclist,keyword_index,doclist,sitemap,cves,th3,testing,opcode}*.html
for part in sqlite:90 git:80 gimp:300 rsyslog:120 mailman:70 postfix:40 wireshark:150; do
  (cd "kb/${part%%:*}" && ls | sort -R --random-source=<(yes) | tail -n "+$((${part#*:} + 1))" | xargs -r -d '\n' rm --)
done
find kb/git kb/gimp kb/postfix kb/mailman kb/wireshark kb/flask kb/webdev kb/sqlite kb/rsyslog -size +200k -delete
