#!/bin/sh
# The real documentation that a part of the questions is asked over, from Debian's packages, into kb/.
set -eu
mkdir -p debs kb && cd debs
apt-get download gnome-user-docs evolution-common libreoffice-help-en-us postgresql-doc-15 gnucash-docs rt5-doc-html keepassxc shotwell-common debian-handbook
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
