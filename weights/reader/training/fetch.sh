#!/usr/bin/env bash
# The real documentation that a part of the questions is asked over, from Debian's packages, into kb/.
set -eu
mkdir -p debs kb && cd debs
apt-get download gnome-user-docs evolution-common libreoffice-help-en-us postgresql-doc-15 gnucash-docs rt5-doc-html keepassxc shotwell-common debian-handbook \
  icinga2-doc borgbackup-doc ganeti-doc slurm-wlm-doc python-django-doc python-celery-doc keystone-doc nova-doc apache2-doc varnish-doc buildbot-doc
for package in *.deb; do dpkg-deb -x "$package" x; done
share=$PWD/x/usr/share
cd ..
for name in gnome:gnome-help evolution:evolution gnucash:shotwell; do
  python3 mallard.py "$share/help/C/${name#*:}" "kb/${name%%:*}"
done
mkdir -p kb/office kb/rt kb/gnucash kb/handbook kb/pg
for part in shared swriter scalc sdraw simpress sdatabase; do
  for page in "$share/libreoffice/help/en-US/text/$part/guide/"*.html; do cp "$page" "kb/office/$part-$(basename "$page")"; done
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
